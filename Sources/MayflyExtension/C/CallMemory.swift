internal import CMayfly

/// Holds what a host function borrows until its call returns.
struct CallMemory: ~Copyable {
    private var blocks: [UnsafeMutableRawPointer] = []

    /// Keeps what `call` makes until it returns.
    static func lending<Result>(_ call: (inout CallMemory) -> Result) -> Result {
        var memory = CallMemory()
        return call(&memory)
    }

    /// A copy of the text; `nil` is "no text".
    mutating func text(_ text: String?) -> mayfly_string {
        guard var text else { return mayfly_string() }
        return text.withUTF8 { bytes in
            // One byte more, as text of length 0 is not "no text" and needs a pointer too.
            let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count + 1, alignment: 1)
            copy.copyBytes(from: bytes)
            copy[bytes.count] = 0
            if let start = copy.baseAddress { blocks.append(start) }
            let characters = UnsafePointer(copy.assumingMemoryBound(to: CChar.self).baseAddress)
            return mayfly_string(data: characters, length: UInt64(bytes.count))
        }
    }

    /// A copy of the value.
    mutating func pointer<Value: BitwiseCopyable>(to value: Value) -> UnsafePointer<Value> {
        let block = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        block.initialize(to: value)
        blocks.append(UnsafeMutableRawPointer(block))
        return UnsafePointer(block)
    }

    deinit {
        for block in blocks { block.deallocate() }
    }
}
