/// The sections of a 64-bit ELF file (System V ABI, Elf64_Shdr), read as bytes. A table that breaks a rule reads as one without sections.
struct ELFSections {
    /// The bytes of one header in the table.
    private static let size = 64
    /// The largest table that is read: a library of one extension has some thirty sections.
    private static let most = 4096
    private static let mostBytesOfNames = 256 * 1024

    private let headers: [(name: String, offset: Int, size: Int)]

    /// - Parameter file: one that `ELFInspector` may refuse.
    init(of file: borrowing RegularFile) {
        headers = Self.read(file) ?? []
    }

    /// The bytes of the first section of a name; nil where there is none, or it lies outside of the file.
    ///
    /// Throws where it has more bytes than `limit`.
    func bytes(of name: String, in file: borrowing RegularFile, limit: Int) throws(FileProblem) -> [UInt8]? {
        guard let header = headers.first(where: { $0.name == name }) else { return nil }
        guard header.size <= limit else { throw .tooLarge(header.size, limit: limit) }
        let bytes = try file.bytes(at: header.offset, count: header.size)
        return bytes.count == header.size ? bytes : nil
    }

    private static func read(_ file: borrowing RegularFile) -> [(name: String, offset: Int, size: Int)]? {
        guard let start = try? file.bytes(at: 0, count: 64), start.count == 64,
            start.starts(with: [0x7F, 0x45, 0x4C, 0x46]), start[4] == 2, start[5] == 1
        else { return nil }
        let header = ELFBytes(start)
        let (count, named) = (Int(header.half(60)), Int(header.half(62)))
        guard header.half(58) == size, (1...most).contains(count), named < count,
            let offset = Int(exactly: header.word(40)), offset < file.size,
            let bytes = try? file.bytes(at: offset, count: count * size), bytes.count == count * size
        else { return nil }
        let table = ELFBytes(bytes)
        func place(_ index: Int) -> (offset: Int, size: Int)? {
            guard let offset = Int(exactly: table.word(index * size + 24)),
                let length = Int(exactly: table.word(index * size + 32)),
                offset <= file.size, length <= file.size - offset
            else { return nil }
            return (offset, length)
        }
        guard let names = place(named), names.size <= mostBytesOfNames,
            let texts = try? file.bytes(at: names.offset, count: names.size)
        else { return nil }
        return (0..<count).compactMap { index in
            let name = Int(table.short(index * size))
            // SHT_NOBITS has no bytes in the file.
            guard name < texts.count, table.short(index * size + 4) != 8, let place = place(index) else { return nil }
            // No name that is looked for is longer.
            let text = texts[name...].prefix(32).prefix { $0 != 0 }
            return (String(decoding: text, as: UTF8.self), place.offset, place.size)
        }
    }
}
