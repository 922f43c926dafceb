/// Little-endian numbers at offsets in a part of an ELF file; an offset outside of the part reads as zero.
package struct ELFBytes {
    let bytes: [UInt8]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    package func byte(_ offset: Int) -> UInt8 { UInt8(truncatingIfNeeded: number(offset, 1)) }

    /// Two bytes: Elf64_Half.
    func half(_ offset: Int) -> UInt16 { UInt16(truncatingIfNeeded: number(offset, 2)) }

    /// Four bytes: Elf64_Word.
    package func short(_ offset: Int) -> UInt32 { UInt32(truncatingIfNeeded: number(offset, 4)) }

    /// Eight bytes: Elf64_Xword, Elf64_Addr and Elf64_Off.
    package func word(_ offset: Int) -> UInt64 { number(offset, 8) }

    private func number(_ offset: Int, _ width: Int) -> UInt64 {
        guard offset >= 0, offset <= bytes.count - width else { return 0 }
        return bytes[offset..<offset + width].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}

/// One program header of a 64-bit ELF file (System V ABI, Elf64_Phdr).
struct ELFSegment: Hashable {
    /// The bytes of one header in the table.
    static let size = 56

    private let type: UInt32
    private let flags: UInt32
    let offset: UInt64
    let address: UInt64
    let fileSize: UInt64
    let memorySize: UInt64

    init(_ table: ELFBytes, at offset: Int) {
        type = table.short(offset)
        flags = table.short(offset + 4)
        self.offset = table.word(offset + 8)
        address = table.word(offset + 16)
        fileSize = table.word(offset + 32)
        memorySize = table.word(offset + 40)
    }

    /// PT_LOAD: the loader maps it.
    var isLoaded: Bool { type == 1 }
    /// PT_DYNAMIC: where the tables of symbols and needed libraries are named.
    var isDynamic: Bool { type == 2 }
    /// PT_GNU_STACK: whether the stacks of the process must be executable.
    var isStack: Bool { type == 0x6474_E551 }
    /// PF_X: its memory may be executed.
    var isExecutable: Bool { flags & 1 != 0 }
    /// PF_W: its memory may be written.
    var isWritable: Bool { flags & 2 != 0 }
}
