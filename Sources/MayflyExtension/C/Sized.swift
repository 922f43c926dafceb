/// Copies a struct that begins with its own size in bytes. Members beyond that size are zero, and bytes beyond `Value`
/// are ignored. `nil` for a null pointer.
///
/// `Value` must be a C struct for which all zero bits are valid.
func sized<Value: BitwiseCopyable>(_ pointer: UnsafeRawPointer?, as type: Value.Type) -> Value? {
    guard let pointer else { return nil }
    let given = Int(pointer.loadUnaligned(as: UInt32.self))
    let size = MemoryLayout<Value>.size
    return withUnsafeTemporaryAllocation(byteCount: size, alignment: MemoryLayout<Value>.alignment) { copy in
        copy.initializeMemory(as: UInt8.self, repeating: 0)
        copy.copyMemory(from: UnsafeRawBufferPointer(start: pointer, count: min(given, size)))
        return copy.load(as: Value.self)
    }
}

/// Copies each struct of a list. Those of a newer host may be larger: the size of the first one is the distance between them.
func values<Value: BitwiseCopyable>(_ list: UnsafePointer<Value>?, _ count: UInt32) -> [Value] {
    guard let list else { return [] }
    let first = UnsafeRawPointer(list)
    let step = Int(first.loadUnaligned(as: UInt32.self))
    guard step > 0 else { return [] }
    return (0..<Int(count)).compactMap { sized(first + $0 * step, as: Value.self) }
}

/// Copies a struct into one of the host, whose first four bytes are its size. Only that size is written, and the size
/// member stays unchanged.
func fill<Value: BitwiseCopyable>(_ pointer: UnsafeMutableRawPointer, with value: Value) {
    let taken = min(Int(pointer.loadUnaligned(as: UInt32.self)), MemoryLayout<Value>.size)
    let header = MemoryLayout<UInt32>.size
    guard taken > header else { return }
    withUnsafeBytes(of: value) { bytes in
        let rest = UnsafeRawBufferPointer(rebasing: bytes[header..<taken])
        UnsafeMutableRawBufferPointer(start: pointer + header, count: rest.count).copyMemory(from: rest)
    }
}

/// The size member of a struct that this library fills.
func statedSize<Value>(_ type: Value.Type) -> UInt32 {
    UInt32(MemoryLayout<Value>.size)
}
