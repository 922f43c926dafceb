/// The sections of an ELF file by their names. A table that breaks a rule reads as one without sections.
struct ELFSections {
    private static let mostBytesOfNames = 256 * 1024

    private let sections: [(name: String, offset: Int, size: Int)]

    /// - Parameter file: one that `ELFInspector` may refuse.
    init(of file: borrowing RegularFile) {
        let size = file.size
        sections = file.withDescriptor { descriptor in
            let headers = ELFHeaders(descriptor: descriptor)
            guard let named = headers.section(headers.nameSection) else { return [] }
            let texts = headers.bytes(of: named, most: Self.mostBytesOfNames)
            return headers.sections.compactMap { section in
                guard section.name < texts.count, !section.isEmptyInFile,
                    let offset = Int(exactly: section.offset), let length = Int(exactly: section.size),
                    offset <= size, length <= size - offset
                else { return nil }
                // No name that is looked for is longer.
                let text = texts[section.name...].prefix(32).prefix { $0 != 0 }
                return (String(decoding: text, as: UTF8.self), offset, length)
            }
        }
    }

    func has(_ name: String) -> Bool { sections.contains { $0.name == name } }

    /// The bytes of the first section of a name; nil where there is none, or it lies outside of the file.
    ///
    /// Throws where it has more bytes than `limit`.
    func bytes(of name: String, in file: borrowing RegularFile, limit: Int) throws(FileProblem) -> [UInt8]? {
        guard let section = sections.first(where: { $0.name == name }) else { return nil }
        guard section.size <= limit else { throw .tooLarge(section.size, limit: limit) }
        let bytes = try file.bytes(at: section.offset, count: section.size)
        return bytes.count == section.size ? bytes : nil
    }
}
