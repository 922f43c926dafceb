/// The dynamic symbols of a library, looked up in its hash tables like the loader does.
///
/// Each step reads a bounded number of bytes; an invalid table gives nil.
struct ELFSymbols {
    /// The open file. The caller keeps it open while this value is used, and closes it.
    private let descriptor: Int32
    private let segments: [ELFSegment]
    /// The values of the dynamic section by tag.
    private let entries: [UInt64: UInt64]
    /// The offsets of the names of needed libraries in the string table.
    private let neededNames: [UInt64]

    private enum Tag {
        static let needed: UInt64 = 1
        static let hash: UInt64 = 4
        static let strings: UInt64 = 5
        static let symbols: UInt64 = 6
        static let flags1: UInt64 = 0x6FFF_FFFB
        static let gnuHash: UInt64 = 0x6FFF_FEF5
    }

    /// The largest number of symbols of one hash chain.
    private static let maximumChain: UInt32 = 4096
    private static let symbolSize: UInt64 = 24

    init(descriptor: Int32, segments: [ELFSegment]) {
        self.descriptor = descriptor
        self.segments = segments
        var entries: [UInt64: UInt64] = [:]
        var neededNames: [UInt64] = []
        if let dynamic = segments.first(where: \.isDynamic) {
            let count = Int(min(dynamic.fileSize, 64 * 1024)) / 16
            let table = ELFBytes(Self.read(descriptor, at: dynamic.offset, count * 16) ?? [])
            for index in 0..<count {
                let tag = table.word(index * 16)
                if tag == 0 { break }
                entries[tag] = table.word(index * 16 + 8)
                if tag == Tag.needed { neededNames.append(table.word(index * 16 + 8)) }
            }
        }
        self.entries = entries
        self.neededNames = neededNames
    }

    /// The names of needed libraries (DT_NEEDED) that can be read; at most 64.
    var needed: [String] {
        guard let strings = entries[Tag.strings] else { return [] }
        return neededNames.prefix(64).compactMap { text(at: strings &+ $0) }
    }

    /// A short, zero-terminated text.
    private func text(at address: UInt64) -> String? {
        // The text may be at the end of the table, where only fewer bytes can be read.
        for count in [32, 128, 16, 8, 4] {
            guard let bytes = bytes(at: address, count), let end = bytes.firstIndex(of: 0) else { continue }
            return String(decoding: bytes[..<end], as: UTF8.self)
        }
        return nil
    }

    /// Whether it is marked as a position-independent program (DF_1_PIE), which the loader refuses to open as a
    /// library.
    var isProgram: Bool { (entries[Tag.flags1] ?? 0) & 0x0800_0000 != 0 }

    /// Whether a symbol of this name is defined; nil when the tables cannot be read.
    func exports(_ name: String) -> Bool? {
        if let table = entries[Tag.gnuHash] { return findByGNUHash(name, table) }
        if let table = entries[Tag.hash] { return findByHash(name, table) }
        return nil
    }

    /// The bytes at an address of the loaded library.
    private func bytes(at address: UInt64, _ count: Int) -> [UInt8]? {
        for segment in segments where segment.isLoaded && address >= segment.address {
            let distance = address - segment.address
            guard distance < segment.fileSize, segment.fileSize - distance >= UInt64(count) else { continue }
            return Self.read(descriptor, at: segment.offset + distance, count)
        }
        return nil
    }

    /// The bytes at an offset of the file; nil when the file ends before them.
    private static func read(_ descriptor: Int32, at offset: UInt64, _ count: Int) -> [UInt8]? {
        guard let offset = Int(exactly: offset) else { return nil }
        let bytes = try? RegularFile.read(descriptor, at: offset, count: count)
        return bytes?.count == count ? bytes : nil
    }

    private func short(at address: UInt64) -> UInt32? {
        bytes(at: address, 4).map { ELFBytes($0).short(0) }
    }

    private func findByGNUHash(_ name: String, _ table: UInt64) -> Bool? {
        guard let header = bytes(at: table, 16).map(ELFBytes.init) else { return nil }
        let (buckets, first, filter) = (header.short(0), header.short(4), UInt64(header.short(8)))
        guard buckets > 0 else { return nil }
        let hash = name.utf8.reduce(UInt32(5381)) { $0 &* 33 &+ UInt32($1) }
        let bucketTable = table &+ 16 &+ filter &* 8
        let chainTable = bucketTable &+ UInt64(buckets) &* 4
        guard let start = short(at: bucketTable &+ UInt64(hash % buckets) &* 4) else { return nil }
        guard start >= first, start != 0 else { return false }
        for step in 0..<Self.maximumChain {
            let index = start &+ step
            guard index >= start, let value = short(at: chainTable &+ UInt64(index - first) &* 4) else { return nil }
            if value | 1 == hash | 1, isDefined(index, name) { return true }
            if value & 1 == 1 { return false }
        }
        return nil
    }

    private func findByHash(_ name: String, _ table: UInt64) -> Bool? {
        guard let header = bytes(at: table, 8).map(ELFBytes.init), header.short(0) > 0 else { return nil }
        let buckets = UInt64(header.short(0))
        var hash: UInt32 = 0
        for byte in name.utf8 {
            hash = hash << 4 &+ UInt32(byte)
            let high = hash & 0xF000_0000
            hash = (hash ^ high >> 24) & ~high
        }
        var link = table &+ 8 &+ UInt64(hash) % buckets &* 4
        for _ in 0..<Self.maximumChain {
            guard let index = short(at: link) else { return nil }
            if index == 0 { return false }
            if isDefined(index, name) { return true }
            link = table &+ 8 &+ (buckets &+ UInt64(index)) &* 4
        }
        return nil
    }

    /// Whether the symbol of this index has the name and is defined in this library.
    private func isDefined(_ index: UInt32, _ name: String) -> Bool {
        guard let symbols = entries[Tag.symbols], let strings = entries[Tag.strings],
            let symbol = bytes(at: symbols &+ UInt64(index) &* Self.symbolSize, 24).map(ELFBytes.init),
            symbol.half(6) != 0
        else { return false }
        return bytes(at: strings &+ UInt64(symbol.short(0)), name.utf8.count + 1) == Array(name.utf8) + [0]
    }
}
