internal import Glibc

/// The functions of a library by their addresses, from its symbol tables. A bounded part of the file is read, nothing
/// is mapped.
package struct ELFSymbolTable {
    private struct Section {
        let type: UInt32
        let offset: UInt64
        let size: UInt64
        let link: Int
    }

    private enum Limit {
        static let segments = 512
        static let sections = 4096
        static let symbols = 262_144
        static let name = 512
    }

    private static let symbolSize = 24
    private let descriptor: Int32
    private let segments: [ELFSegment]
    private let sections: [Section]

    /// The caller keeps the descriptor open while this value is used, and closes it.
    package init(descriptor: Int32) {
        self.descriptor = descriptor
        let header = ELFBytes(Self.read(descriptor, 0, 64))
        let isELF = header.bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1])
        let segmentCount = isELF ? min(Int(header.half(56)), Limit.segments) : 0
        let segmentTable = ELFBytes(Self.read(descriptor, header.word(32), segmentCount * ELFSegment.size))
        segments = (0..<segmentCount).map { ELFSegment(segmentTable, at: $0 * ELFSegment.size) }
        let sectionCount = isELF && header.half(58) == 64 ? min(Int(header.half(60)), Limit.sections) : 0
        let sectionTable = ELFBytes(Self.read(descriptor, header.word(40), sectionCount * 64))
        sections = (0..<sectionCount).map { index in
            let entry = index * 64
            return Section(
                type: sectionTable.short(entry + 4),
                offset: sectionTable.word(entry + 24),
                size: sectionTable.word(entry + 32),
                link: Int(sectionTable.short(entry + 40))
            )
        }
    }

    /// The address in the library of an offset in the file; nil for an offset that is not loaded.
    package func address(ofFileOffset offset: UInt64) -> UInt64? {
        for segment in segments where segment.isLoaded && offset >= segment.offset {
            let distance = offset - segment.offset
            if distance < segment.fileSize { return segment.address &+ distance }
        }
        return nil
    }

    /// The names of the functions that contain the addresses; addresses that no symbol table covers are left out.
    package func functions(at addresses: Set<UInt64>) -> [UInt64: String] {
        var names: [UInt64: String] = [:]
        // SHT_SYMTAB has all functions, unless it was stripped; SHT_DYNSYM has exported and imported ones.
        for type: UInt32 in [2, 11] {
            let missing = addresses.filter { names[$0] == nil }.sorted()
            guard !missing.isEmpty else { break }
            for section in sections where section.type == type {
                names.merge(find(missing, in: section)) { first, _ in first }
            }
        }
        return names
    }

    private func find(_ addresses: [UInt64], in table: Section) -> [UInt64: String] {
        guard sections.indices.contains(table.link) else { return [:] }
        let count = Int(min(table.size / UInt64(Self.symbolSize), UInt64(Limit.symbols)))
        var found: [UInt64: (value: UInt64, name: UInt32)] = [:]
        var index = 0
        while index < count {
            let step = min(count - index, 4096)
            let offset = table.offset &+ UInt64(index * Self.symbolSize)
            let piece = Self.read(descriptor, offset, step * Self.symbolSize)
            piece.withUnsafeBytes { piece in
                for entry in stride(from: 0, to: piece.count - Self.symbolSize + 1, by: Self.symbolSize) {
                    Self.match(piece, entry, addresses, &found)
                }
            }
            index += step
        }
        return found.compactMapValues { name(at: $0.name, in: sections[table.link]) }
    }

    /// Records one symbol (Elf64_Sym) for the addresses that it contains.
    private static func match(
        _ table: UnsafeRawBufferPointer,
        _ entry: Int,
        _ addresses: [UInt64],
        _ found: inout [UInt64: (value: UInt64, name: UInt32)]
    ) {
        let kind = table[entry + 4] & 15
        // STT_FUNC and STT_GNU_IFUNC, defined in this library.
        guard kind == 2 || kind == 10,
            UInt16(littleEndian: table.loadUnaligned(fromByteOffset: entry + 6, as: UInt16.self)) != 0
        else { return }
        let value = UInt64(littleEndian: table.loadUnaligned(fromByteOffset: entry + 8, as: UInt64.self))
        let size = UInt64(littleEndian: table.loadUnaligned(fromByteOffset: entry + 16, as: UInt64.self))
        for address in addresses[firstIndex(from: value, in: addresses)...] {
            guard address - value < max(size, 1) else { break }
            if let best = found[address], best.value > value { continue }
            found[address] = (value, UInt32(littleEndian: table.loadUnaligned(fromByteOffset: entry, as: UInt32.self)))
        }
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

    private func name(at offset: UInt32, in strings: Section) -> String? {
        guard UInt64(offset) < strings.size else { return nil }
        let most = Int(min(strings.size - UInt64(offset), UInt64(Limit.name)))
        let bytes = Self.read(descriptor, strings.offset &+ UInt64(offset), most).prefix { $0 != 0 }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// Up to `count` bytes; fewer at the end of the file, none on an error.
    private static func read(_ descriptor: Int32, _ offset: UInt64, _ count: Int) -> [UInt8] {
        guard let offset = Int(exactly: offset) else { return [] }
        return (try? RegularFile.read(descriptor, at: offset, count: count)) ?? []
    }
}
