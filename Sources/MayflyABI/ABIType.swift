/// A type of the C interface: how it lies in memory, and what of it is sent between the host and a worker.
package indirect enum ABIType: Sendable, Hashable {
    case void
    /// `uint8_t` that is 0 or 1.
    case boolean
    case int32
    case uint32
    case uint64
    case double
    /// `int32_t` holding a number of the named C enum. An unknown number is sent as it is.
    case enumeration(String)
    /// `mayfly_string` by value; may be "no text".
    case string
    /// `mayfly_uuid` by value.
    case uuid
    /// `const mayfly_uuid *`; NULL is allowed.
    case uuidPointer
    /// A struct by value.
    case structure(Record)
    /// `const T *` to a struct.
    case pointer(Record, nullable: Bool)
    /// `const T *` to as many elements as the field or parameter of the given name says.
    case array(ABIType, countedBy: String)
    /// The `uint32_t` that counts an array; follows from it, so it is not sent.
    case count
    /// `const void *` to as many bytes as the field or parameter of the given name says; NULL is allowed. There may be at most so
    /// many; nil is as many as an ordinary frame has room for. A call with more has a limit of its own (`Function.longestPayload`).
    case bytes(countedBy: String, most: Int? = nil)
    /// The `uint64_t` that counts bytes; follows from them, so it is not sent.
    case length
    /// The `uint32_t` that every growing struct begins with.
    case size
    /// Bytes that keep a struct in shape.
    case reserved(Int)
    /// `void *` or `const void *` that means something on one side only; not sent.
    case address
    /// `const mayfly_host *`: names the instance in a host function.
    case host
    /// A pointer to a function that answers the call, of the type of that row (`Table.completions`); sent as a number
    /// that the worker chose, 0 for NULL.
    case completion(Function)
    /// `T *` to a value that the callee writes.
    case output(ABIType)
    /// `char *` that the callee writes; its capacity is the parameter after it.
    case buffer
    /// A pointer to a function of the table.
    case function(String)
    /// `const T *` to a table of functions, by the table's C name.
    case functions(String)
}

extension ABIType {
    /// Bytes in memory on a 64-bit machine.
    package var byteCount: Int {
        switch self {
        case .void: 0
        case .boolean: 1
        case .int32, .uint32, .enumeration, .count, .size: 4
        case .uint64, .double, .length, .uuidPointer, .pointer, .array, .bytes, .address, .host, .completion, .output,
            .buffer, .function, .functions:
            8
        case .string, .uuid: 16
        case .structure(let record): record.byteCount
        case .reserved(let count): count
        }
    }

    /// The alignment in memory on a 64-bit machine.
    package var alignment: Int {
        switch self {
        case .void, .boolean, .uuid: 1
        case .reserved(let count): count == 4 ? 4 : 1
        case .int32, .uint32, .enumeration, .count, .size: 4
        case .structure(let record): record.alignment
        default: 8
        }
    }

    /// The name of the field or parameter that counts what this points to; nil for what is not counted.
    package var counter: String? {
        switch self {
        case .array(_, let counter), .bytes(let counter, _): counter
        default: nil
        }
    }

    /// Whether a value of this type is sent at all.
    package var isMarshalled: Bool {
        switch self {
        case .void, .count, .length, .size, .reserved, .address, .host, .output, .buffer, .function, .functions: false
        default: true
        }
    }
}
