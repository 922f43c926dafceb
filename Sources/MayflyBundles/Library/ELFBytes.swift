/// Little-endian numbers at places in a piece of an ELF file; a place outside of the piece reads as zero.
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
