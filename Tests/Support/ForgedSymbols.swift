/// Symbol tables that cost the reader of a library a lot of work and the author of the library little: `copies` tables are the
/// same part of the file. All their symbols are called `forged`; one more table has a symbol that is called `last`.
package struct ForgedSymbols {
    private let copies: Int
    private let table: [UInt8]
    private let size: UInt64

    /// Each of the `count` symbols of a table begins at `value` and has `size` bytes.
    package init(copies: Int, count: Int, at value: UInt64, size: UInt64) {
        self.copies = copies
        self.size = size
        table = Array(repeatElement(Self.symbol(name: 1, value, size), count: count).joined())
    }

    /// The library with these tables in place of its own. The symbol `last` begins at the address `last`, and has the size of
    /// the others.
    package func appended(to library: [UInt8], last: UInt64) -> [UInt8] {
        let names = Array("\0forged\0last\0".utf8)
        let start = library.count + names.count
        let headers = start + table.count + 24
        let sections =
            Self.section(type: 3, at: library.count, size: names.count)
            + Array(repeatElement(Self.section(type: 2, at: start, size: table.count), count: copies).joined())
            + Self.section(type: 2, at: start + table.count, size: 24)
        var bytes = library + names + table + Self.symbol(name: 8, last, size) + sections
        // Elf64_Ehdr: e_shoff, e_shentsize, e_shnum, e_shstrndx.
        bytes.replaceSubrange(40..<48, with: Self.number(UInt64(headers), 8))
        bytes.replaceSubrange(58..<64, with: Self.number(64, 2) + Self.number(UInt64(copies + 2), 2) + [0, 0])
        return bytes
    }

    /// A function in the first section (Elf64_Sym).
    private static func symbol(name: UInt64, _ value: UInt64, _ size: UInt64) -> [UInt8] {
        number(name, 4) + [2, 0] + number(1, 2) + number(value, 8) + number(size, 8)
    }

    /// A section (Elf64_Shdr) whose names are in section 0.
    private static func section(type: UInt64, at offset: Int, size: Int) -> [UInt8] {
        number(0, 4) + number(type, 4) + number(0, 16) + number(UInt64(offset), 8) + number(UInt64(size), 8)
            + number(0, 24)
    }

    private static func number(_ value: UInt64, _ width: Int) -> [UInt8] {
        (0..<width).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
    }
}
