/// One section header of a 64-bit ELF file (System V ABI, Elf64_Shdr).
struct ELFSection {
    /// The bytes of one header in the table.
    static let size = 64

    /// Where its name begins in the section of names.
    let name: Int
    private let type: UInt32
    let offset: UInt64
    let size: UInt64
    /// The number of the section that it refers to, such as that of the names of its symbols.
    let link: Int

    init(_ table: ELFBytes, at offset: Int) {
        name = Int(table.short(offset))
        type = table.short(offset + 4)
        self.offset = table.word(offset + 24)
        size = table.word(offset + 32)
        link = Int(table.short(offset + 40))
    }

    /// SHT_SYMTAB: all symbols, unless the library was stripped.
    var hasAllSymbols: Bool { type == 2 }
    /// SHT_DYNSYM: the symbols that the library exports and imports.
    var hasDynamicSymbols: Bool { type == 11 }
    /// SHT_NOTE: notes, such as a build id.
    var hasNotes: Bool { type == 7 }
    /// SHT_NOBITS: the section has no bytes in the file.
    var isEmptyInFile: Bool { type == 8 }
}

/// The tables of segments and sections of a 64-bit little-endian ELF file, read as bytes.
///
/// The file may be forged: what does not fit it, and a file that is none, read as without segments and sections.
struct ELFHeaders {
    private static let mostSegments = 512
    /// A library of one extension has some thirty sections.
    private static let mostSections = 4096

    /// The number of the processor; 0 where there is no header.
    let machine: UInt16
    let segments: [ELFSegment]
    let sections: [ELFSection]
    /// The number of the section that has the names of the others.
    let nameSection: Int
    private let descriptor: Int32

    /// The caller keeps the descriptor open while this value is used, and closes it.
    init(descriptor: Int32) {
        self.descriptor = descriptor
        let header = ELFBytes(Self.read(descriptor, at: 0, count: 64))
        let isELF = header.bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1])
        machine = header.half(18)
        nameSection = Int(header.half(62))
        let segmentCount = isELF ? min(Int(header.half(56)), Self.mostSegments) : 0
        let segmentTable = ELFBytes(Self.read(descriptor, at: header.word(32), count: segmentCount * ELFSegment.size))
        segments = (0..<segmentCount).map { ELFSegment(segmentTable, at: $0 * ELFSegment.size) }
        let hasSections = isELF && header.half(58) == ELFSection.size
        let sectionCount = hasSections ? min(Int(header.half(60)), Self.mostSections) : 0
        let sectionTable = ELFBytes(Self.read(descriptor, at: header.word(40), count: sectionCount * ELFSection.size))
        sections = (0..<sectionTable.bytes.count / ELFSection.size).map {
            ELFSection(sectionTable, at: $0 * ELFSection.size)
        }
    }

    /// The section of that number; nil where there is none.
    func section(_ number: Int) -> ELFSection? { sections.indices.contains(number) ? sections[number] : nil }

    /// Up to `count` bytes of the file; fewer at its end, none on an error.
    func bytes(at offset: UInt64, count: Int) -> [UInt8] { Self.read(descriptor, at: offset, count: count) }

    /// The bytes of a section, at most so many.
    func bytes(of section: ELFSection, most: Int) -> [UInt8] {
        section.isEmptyInFile ? [] : bytes(at: section.offset, count: Int(min(section.size, UInt64(most))))
    }

    private static func read(_ descriptor: Int32, at offset: UInt64, count: Int) -> [UInt8] {
        guard let offset = Int(exactly: offset) else { return [] }
        return (try? RegularFile.read(descriptor, at: offset, count: count)) ?? []
    }
}
