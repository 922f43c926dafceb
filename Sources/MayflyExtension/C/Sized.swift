/// Copies a struct that begins with its own size in bytes. What lies outside that size reads as zero, and what the other
/// side has beyond ours is left out. `nil` for a null pointer.
///
/// `Value` must be a C struct of which all zero bits are a value.
func sized<Value: BitwiseCopyable>(_ pointer: UnsafeRawPointer?, as type: Value.Type) -> Value? {
    guard let pointer else { return nil }
    let given = Int(pointer.loadUnaligned(as: UInt32.self))
    let ours = MemoryLayout<Value>.size
    return withUnsafeTemporaryAllocation(byteCount: ours, alignment: MemoryLayout<Value>.alignment) { copy in
        copy.initializeMemory(as: UInt8.self, repeating: 0)
        copy.copyMemory(from: UnsafeRawBufferPointer(start: pointer, count: min(given, ours)))
        return copy.load(as: Value.self)
    }
}

/// Copies a struct of ours over one of the other side's, of which the first four bytes say how much it can take. The
/// size that it states is left as it is.
func fill<Value: BitwiseCopyable>(_ pointer: UnsafeMutableRawPointer, with value: Value) {
    let taken = min(Int(pointer.loadUnaligned(as: UInt32.self)), MemoryLayout<Value>.size)
    let header = MemoryLayout<UInt32>.size
    guard taken > header else { return }
    withUnsafeBytes(of: value) { bytes in
        let rest = UnsafeRawBufferPointer(rebasing: bytes[header..<taken])
        UnsafeMutableRawBufferPointer(start: pointer + header, count: rest.count).copyMemory(from: rest)
    }
}

/// The size that a struct of ours states.
func statedSize<Value>(_ type: Value.Type) -> UInt32 {
    UInt32(MemoryLayout<Value>.size)
}
