internal import MayflyABI

/// Reads fields of a struct that the extension filled, at the table's offsets.
struct StructView {
    let record: Record
    let memory: UnsafeRawPointer

    /// The size that the struct has according to its size field; never more than is there.
    var size: Int {
        record.isSized ? Int(memory.loadUnaligned(as: UInt32.self)) : record.byteCount
    }

    /// The pointer in the field of that name; nil if it is NULL or outside the struct's size.
    func pointer(_ name: String) -> UnsafeMutableRawPointer? {
        guard let offset = record.offset(of: name), offset + 8 <= size else { return nil }
        return (memory + offset).loadUnaligned(as: UnsafeMutableRawPointer?.self)
    }

    func uint32(_ name: String) -> UInt32 {
        guard let offset = record.offset(of: name), offset + 4 <= size else { return 0 }
        return (memory + offset).loadUnaligned(as: UInt32.self)
    }

    /// The text in the field of that name, cut at 1,000 bytes, with invalid UTF-8 repaired.
    func text(_ name: String) -> String? {
        guard let offset = record.offset(of: name), offset + 16 <= size,
            let data = (memory + offset).loadUnaligned(as: UnsafeRawPointer?.self)
        else { return nil }
        let length = (memory + offset + 8).loadUnaligned(as: UInt64.self)
        return String(decoding: UnsafeRawBufferPointer(start: data, count: Int(min(length, 1000))), as: UTF8.self)
    }
}
