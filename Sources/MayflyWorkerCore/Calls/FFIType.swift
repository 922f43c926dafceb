internal import CLibFFI
internal import MayflyABI

extension ABIType {
    /// A new libffi description of this type. It is never freed, because call interfaces keep it as long as the
    /// process.
    func makeFFIType() -> UnsafeMutablePointer<ffi_type>? {
        switch self {
        case .void: mayfly_ffi_void()
        case .boolean: mayfly_ffi_uint8()
        case .int32, .enumeration: mayfly_ffi_sint32()
        case .uint32, .count, .size: mayfly_ffi_uint32()
        case .uint64, .length: mayfly_ffi_uint64()
        case .double: mayfly_ffi_double()
        case .string: Self.aggregate([mayfly_ffi_pointer(), mayfly_ffi_uint64()])
        case .uuid: Self.aggregate(Array(repeating: mayfly_ffi_uint8(), count: 16))
        case .reserved(let count):
            count == 4 ? mayfly_ffi_uint32() : Self.aggregate(Array(repeating: mayfly_ffi_uint8(), count: count))
        case .structure(let record): Self.aggregate(record.fields.map { $0.type.makeFFIType() })
        case .uuidPointer, .pointer, .array, .bytes, .address, .host, .completion, .output, .buffer, .function,
            .functions:
            mayfly_ffi_pointer()
        }
    }

    private static func aggregate(_ fields: [UnsafeMutablePointer<ffi_type>?]) -> UnsafeMutablePointer<ffi_type>? {
        let elements = UnsafeMutablePointer<UnsafeMutablePointer<ffi_type>?>.allocate(capacity: fields.count + 1)
        for (index, field) in fields.enumerated() { (elements + index).initialize(to: field) }
        (elements + fields.count).initialize(to: nil)
        let type = UnsafeMutablePointer<ffi_type>.allocate(capacity: 1)
        // With a size and an alignment of zero, libffi computes both from the fields.
        type.initialize(to: ffi_type(size: 0, alignment: 0, type: UInt16(FFI_TYPE_STRUCT), elements: elements))
        return type
    }
}
