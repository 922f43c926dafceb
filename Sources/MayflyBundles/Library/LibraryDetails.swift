internal import Glibc
package import MayflyModel

/// What the headers and the symbol tables of a library say of it, read as bytes: for its author, more than a launch needs.
///
/// The file may be forged: each table is read up to a bound, and what does not fit the file reads as missing.
package struct LibraryDetails: Sendable {
    /// The length of the file in bytes.
    package let size: Int
    /// Why no host would open it; nil for one that this host opens. Whether the processor is right, `machine` says.
    package let problem: MayflyError?
    /// The processor that it is made for, as messages name it.
    package let machine: String
    /// Whether it needs executable stacks: its PT_GNU_STACK says so, or is missing (ld(1), -z execstack).
    package let needsExecutableStack: Bool
    /// Whether memory of it may be written and executed at the same time.
    package let hasWritableCode: Bool
    /// Whether the loader changes its code (DT_TEXTREL).
    package let hasTextRelocations: Bool
    /// The names of the libraries that it needs (DT_NEEDED), at most 64.
    package let needed: [String]
    /// The folders that it has the loader search (DT_RPATH and DT_RUNPATH), at most 64; an empty one is the working folder.
    package let searchedFolders: [String]
    /// Whether there is a build id (.note.gnu.build-id), by which its debug information is found.
    package let hasBuildID: Bool
    /// The names of the symbols that it offers to others; nil where the table cannot be read.
    package let exported: [String]?
    /// The names of the symbols that others must offer, without weak ones; nil where the table cannot be read.
    package let undefined: [String]?

    /// Reads an open library. `name` is for messages.
    package init(of file: borrowing RegularFile, named name: String) {
        size = file.size
        do throws(MayflyError) {
            _ = try ELFInspector(name: name).inspect(file)
            problem = nil
        } catch {
            problem = error
        }
        let tables = file.withDescriptor { ELFTables(descriptor: $0) }
        machine = Platform.processorName(elfMachine: tables.machine)
        let stack = tables.segments.first { $0.isStack }
        needsExecutableStack = stack?.isExecutable ?? true
        hasWritableCode = tables.segments.contains { $0.isLoaded && $0.isExecutable && $0.isWritable }
        hasTextRelocations = tables.dynamic.contains { tag, value in
            tag == ELFTables.Tag.textRelocations || tag == ELFTables.Tag.flags && value & 4 != 0
        }
        needed = tables.texts(of: [ELFTables.Tag.needed])
        searchedFolders = tables.texts(of: [ELFTables.Tag.path, ELFTables.Tag.runPath])
            .flatMap { $0.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false) }
            .prefix(64).map { String(Substring($0)) }
        hasBuildID = tables.hasBuildID
        (exported, undefined) = tables.symbols().map { ($0.exported, $0.undefined) } ?? (nil, nil)
    }

    /// The names of the symbols that a library of the system offers, and the libraries that it needs; nil for a file that is none.
    package static func offers(ofLibraryAt path: String) -> (symbols: [String], needed: [String])? {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let tables = ELFTables(descriptor: descriptor)
        guard tables.machine == Platform.elfMachine, let symbols = tables.symbols() else { return nil }
        return (symbols.exported, tables.texts(of: [ELFTables.Tag.needed]))
    }

    /// The processor of the libraries of a key of a manifest's `libraries`, as `machine` names it; nil for a platform that is not known.
    package static func machine(ofPlatform key: String) -> String? {
        switch key {
        case "linux-x86_64": Platform.processorName(elfMachine: 62)
        case "linux-aarch64": Platform.processorName(elfMachine: 183)
        default: nil
        }
    }
}

/// What the tables of an ELF file have.
private struct ELFTables {
    enum Tag {
        static let needed: UInt64 = 1
        static let path: UInt64 = 15
        static let textRelocations: UInt64 = 22
        static let runPath: UInt64 = 29
        static let flags: UInt64 = 30
    }

    private enum Limit {
        static let dynamic = 64 * 1024
        static let symbols = 24 * 200_000
        static let strings = 16 << 20
        static let note = 4096
    }

    private static let symbolSize = 24
    private let headers: ELFHeaders
    /// The entries of the dynamic section in their order.
    let dynamic: [(tag: UInt64, value: UInt64)]
    private let strings: [UInt8]
    private let symbolTable: [UInt8]?
    /// Whether a note of the file is a build id.
    let hasBuildID: Bool

    var machine: UInt16 { headers.machine }
    var segments: [ELFSegment] { headers.segments }

    init(descriptor: Int32) {
        let headers = ELFHeaders(descriptor: descriptor)
        self.headers = headers
        var entries: [(tag: UInt64, value: UInt64)] = []
        if let segment = headers.segments.first(where: \.isDynamic) {
            let count = Int(min(segment.fileSize, UInt64(Limit.dynamic)))
            let values = ELFBytes(headers.bytes(at: segment.offset, count: count))
            for index in 0..<values.bytes.count / 16 {
                let tag = values.word(index * 16)
                if tag == 0 { break }
                entries.append((tag, values.word(index * 16 + 8)))
            }
        }
        dynamic = entries
        // The link of the symbols is the table of their names, which the dynamic section shares.
        let symbols = headers.sections.first(where: \.hasDynamicSymbols)
        symbolTable = symbols.map { headers.bytes(of: $0, most: Limit.symbols) }
        let names = symbols.flatMap { headers.section($0.link) }
        strings = names.map { headers.bytes(of: $0, most: Limit.strings) } ?? []
        // A note has the lengths of name and content, the type, and the name "GNU".
        hasBuildID = headers.sections.contains { section in
            guard section.hasNotes else { return false }
            let note = ELFBytes(headers.bytes(of: section, most: Limit.note))
            return note.short(8) == 3 && note.bytes.dropFirst(12).starts(with: Array("GNU".utf8))
        }
    }

    /// The texts of dynamic entries of these tags, at most 64.
    func texts(of tags: Set<UInt64>) -> [String] {
        dynamic.filter { tags.contains($0.tag) }.prefix(64).compactMap { text(at: $0.value) }
    }

    private func text(at offset: UInt64) -> String? {
        guard let start = Int(exactly: offset), start < strings.count else { return nil }
        let part = strings[start...].prefix(ELFSymbolTable.longestName).prefix { $0 != 0 }
        return String(decoding: part, as: UTF8.self)
    }

    /// The global symbols by whether they are defined here; nil without a table.
    func symbols() -> (exported: [String], undefined: [String])? {
        guard let symbolTable else { return nil }
        var (exported, undefined): ([String], [String]) = ([], [])
        let table = ELFBytes(symbolTable)
        for entry in stride(from: Self.symbolSize, to: symbolTable.count - Self.symbolSize + 1, by: Self.symbolSize) {
            let (info, other) = (table.byte(entry + 4), table.byte(entry + 5))
            let binding = info >> 4
            // STB_LOCAL, and STV_INTERNAL or STV_HIDDEN: nobody else sees it.
            guard binding != 0, other & 3 != 1, other & 3 != 2, let name = text(at: UInt64(table.short(entry))),
                !name.isEmpty
            else { continue }
            if table.half(entry + 6) != 0 {
                exported.append(name)
            } else if binding != 2 {
                undefined.append(name)
            }
        }
        return (exported, undefined)
    }
}
