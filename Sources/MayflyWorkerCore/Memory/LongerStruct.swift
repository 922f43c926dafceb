internal import MayflyABI

/// Structs as a newer host has them, for a trial: with members at their ends that no header has yet.
enum LongerStruct {
    /// The bytes of these members.
    static let more = 48
    /// What is in them. As a pointer it leads nowhere.
    private static let content: UInt8 = 0xA5

    /// Fills the members behind a struct that lies at that address, and has it say that they are a part of it.
    static func lengthen(_ record: Record, at memory: UnsafeMutableRawPointer) {
        memory.storeBytes(of: UInt32(record.byteCount + more), as: UInt32.self)
        (memory + record.byteCount).initializeMemory(as: UInt8.self, repeating: content, count: more)
    }

    /// A longer copy of a struct, which exists as long as the process.
    static func copy(_ record: Record, from memory: UnsafeRawPointer) -> UnsafeMutableRawPointer {
        let copy = UnsafeMutableRawPointer.allocate(byteCount: record.byteCount + more, alignment: 8)
        copy.copyMemory(from: memory, byteCount: record.byteCount)
        lengthen(record, at: copy)
        return copy
    }
}

extension Arena {
    /// The bytes of a struct that stands for itself.
    func byteCount(of record: Record) -> Int {
        isLonger(record) ? record.byteCount + LongerStruct.more : record.byteCount
    }

    /// Makes a struct longer for which `byteCount` bytes were allocated, where this is the trial.
    func lengthen(_ record: Record, at memory: UnsafeMutableRawPointer) {
        if isLonger(record) { LongerStruct.lengthen(record, at: memory) }
    }

    private func isLonger(_ record: Record) -> Bool { hasLongerStructs && record.isSized }
}
