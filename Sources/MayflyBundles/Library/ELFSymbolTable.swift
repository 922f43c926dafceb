internal import MayflyLinux

/// The functions of a library by their addresses, from its symbol tables. A bounded part of the file is read, nothing
/// is mapped.
///
/// The file may be forged: it may have thousands of tables, each of which is the same part of the file, and symbols that
/// contain every address. All tables of a search therefore have one budget of work and of processor time.
package struct ELFSymbolTable {
    /// The bytes of a name that are read.
    package static let longestName = 512

    private enum Limit {
        /// The symbols of all tables together. An address that a symbol contains counts like one more symbol, and each
        /// table like `tableCost` symbols.
        static let symbols = 1 << 20
        static let tableCost = 64
        /// Of the thread's processor time, so that a busy machine finds as many names as an idle one.
        static let time = Duration.milliseconds(200)
    }

    /// What one search may still do.
    private struct Budget {
        private var symbols = Limit.symbols
        private let started = CPUAccounting.threadTime

        /// How many of `count` symbols may be read.
        func most(_ count: Int) -> Int {
            CPUAccounting.threadTime - started < Limit.time ? max(0, min(count, symbols)) : 0
        }

        mutating func take(_ count: Int) { symbols -= count }

        var isUsedUp: Bool { symbols <= 0 }
    }

    /// A symbol that contains an address.
    private struct Match {
        let value: UInt64
        let name: UInt32
        /// The section with its name.
        let strings: Int
    }

    private static let symbolSize = 24
    private let headers: ELFHeaders

    /// The caller keeps the descriptor open while this value is used, and closes it.
    package init(descriptor: Int32) {
        headers = ELFHeaders(descriptor: descriptor)
    }

    /// The address in the library of an offset in the file; nil for an offset that is not loaded.
    package func address(ofFileOffset offset: UInt64) -> UInt64? {
        for segment in headers.segments where segment.isLoaded && offset >= segment.offset {
            let distance = offset - segment.offset
            if distance < segment.fileSize { return segment.address &+ distance }
        }
        return nil
    }

    /// The names of the functions that contain the addresses; addresses that no symbol table covers are left out, and
    /// so are those that are not found within the budget.
    package func functions(at addresses: Set<UInt64>) -> [UInt64: String] {
        var budget = Budget()
        var names: [UInt64: String] = [:]
        // SHT_SYMTAB has all functions, unless it was stripped; SHT_DYNSYM has exported and imported ones.
        for isWanted in [\ELFSection.hasAllSymbols, \ELFSection.hasDynamicSymbols] {
            let missing = addresses.filter { names[$0] == nil }.sorted()
            guard !missing.isEmpty else { break }
            var found = [Match?](repeating: nil, count: missing.count)
            for section in headers.sections where section[keyPath: isWanted] && headers.section(section.link) != nil {
                budget.take(Limit.tableCost)
                search(section, for: missing, &found, &budget)
            }
            for (address, match) in zip(missing, found) {
                names[address] = match.flatMap { name(at: $0.name, in: headers.sections[$0.strings]) }
            }
        }
        return names
    }

    private func search(_ table: ELFSection, for addresses: [UInt64], _ found: inout [Match?], _ budget: inout Budget) {
        let count = Int(min(table.size / UInt64(Self.symbolSize), UInt64(Int.max / Self.symbolSize)))
        var index = 0
        while index < count {
            let step = budget.most(min(count - index, 4096))
            let offset = table.offset &+ UInt64(index * Self.symbolSize)
            let piece = headers.bytes(at: offset, count: step * Self.symbolSize)
            // A table may claim more symbols than the file has.
            guard !piece.isEmpty else { return }
            budget.take(step)
            piece.withUnsafeBytes { piece in
                for entry in stride(from: 0, to: piece.count - Self.symbolSize + 1, by: Self.symbolSize) {
                    guard !budget.isUsedUp else { return }
                    budget.take(Self.match(piece, entry, of: table, addresses, &found))
                }
            }
            index += step
        }
    }

    /// Records one symbol (Elf64_Sym) for the addresses that it contains, and gives their number.
    private static func match(
        _ piece: UnsafeRawBufferPointer,
        _ entry: Int,
        of table: ELFSection,
        _ addresses: [UInt64],
        _ found: inout [Match?]
    ) -> Int {
        let kind = piece[entry + 4] & 15
        // STT_FUNC and STT_GNU_IFUNC, defined in this library.
        guard kind == 2 || kind == 10,
            UInt16(littleEndian: piece.loadUnaligned(fromByteOffset: entry + 6, as: UInt16.self)) != 0
        else { return 0 }
        let value = UInt64(littleEndian: piece.loadUnaligned(fromByteOffset: entry + 8, as: UInt64.self))
        let size = UInt64(littleEndian: piece.loadUnaligned(fromByteOffset: entry + 16, as: UInt64.self))
        let first = firstIndex(from: value, in: addresses)
        var index = first
        while index < addresses.count, addresses[index] - value < max(size, 1) {
            if found[index].map({ $0.value <= value }) ?? true {
                let name = UInt32(littleEndian: piece.loadUnaligned(fromByteOffset: entry, as: UInt32.self))
                found[index] = Match(value: value, name: name, strings: table.link)
            }
            index += 1
        }
        return index - first
    }

    /// The index of the first of the sorted addresses that is not below `value`.
    private static func firstIndex(from value: UInt64, in addresses: [UInt64]) -> Int {
        var (low, high) = (0, addresses.count)
        while low < high {
            let middle = (low + high) / 2
            if addresses[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func name(at offset: UInt32, in strings: ELFSection) -> String? {
        guard UInt64(offset) < strings.size else { return nil }
        let most = Int(min(strings.size - UInt64(offset), UInt64(Self.longestName)))
        let bytes = headers.bytes(at: strings.offset &+ UInt64(offset), count: most).prefix { $0 != 0 }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }
}
