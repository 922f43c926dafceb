internal import MayflyModel
internal import Synchronization

/// Reads the headers of a shared library as bytes: the dynamic loader would crash on a broken one.
struct ELFInspector {
    /// Properties of a library that may be opened.
    struct Report: Hashable {
        let size: Int
        /// The number of segments that the loader maps.
        let segments: Int
        /// Whether the dynamic symbol table exports the entry point; nil when the table cannot be read.
        let exportsEntry: Bool?
        /// The runtime that its dependencies require.
        let runtime: Runtime
    }

    /// The name that every app's library must export.
    static let entrySymbol = "mayfly_extension_entry"
    /// The largest library in bytes.
    static let maximumSize = 512 * 1024 * 1024

    /// The name of the library in messages.
    let name: String

    /// Checks the values that the loader does not check; every error is `.invalidLibrary`.
    func inspect(_ file: borrowing RegularFile) throws(MayflyError) -> Report {
        guard file.size <= Self.maximumSize else {
            throw invalid("\(grouped(file.size)) bytes, over the limit of \(grouped(Self.maximumSize))")
        }
        let header = ELFBytes(try read(file, at: 0, count: 64))
        try checkIdentity(header.bytes)
        try checkHeader(header, size: file.size)
        let segments = try programHeaders(header, of: file)
        try check(segments, size: file.size)
        let report = file.withDescriptor { descriptor -> Report? in
            let symbols = ELFSymbols(descriptor: descriptor, segments: segments)
            guard !symbols.isProgram else { return nil }
            return Report(
                size: file.size,
                segments: segments.count { $0.isLoaded },
                exportsEntry: symbols.exports(Self.entrySymbol),
                runtime: Runtime(needed: symbols.needed)
            )
        }
        guard let report else { throw invalid("a program, not a shared library") }
        return report
    }

    func invalid(_ reason: String, cause: FileProblem? = nil) -> MayflyError {
        MayflyError(cause?.code(.invalidLibrary) ?? .invalidLibrary, "\(shown(name)): \(reason)", cause: cause)
    }

    private func read(_ file: borrowing RegularFile, at offset: Int, count: Int) throws(MayflyError) -> [UInt8] {
        do {
            return try file.bytes(at: offset, count: count)
        } catch {
            throw invalid(error.reason, cause: error)
        }
    }

    private func checkIdentity(_ bytes: [UInt8]) throws(MayflyError) {
        guard !bytes.isEmpty else { throw invalid("not an ELF file (it is empty)") }
        guard bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46]) else {
            let start = String(decoding: bytes.prefix(12), as: UTF8.self)
            throw invalid("not an ELF file (it begins with '\(shown(start))')")
        }
        guard bytes.count == 64 else { throw invalid("truncated: the header has 64 bytes, the file \(bytes.count)") }
        let needed = Platform.processorName(elfMachine: Platform.elfMachine)
        guard bytes[4] == 2 else {
            throw invalid("\(bytes[4] == 1 ? "32-bit" : "unknown class of") ELF; this host needs 64-bit \(needed)")
        }
        guard bytes[5] == 1 else { throw invalid("big-endian ELF; this host needs little-endian \(needed)") }
    }

    private func checkHeader(_ header: ELFBytes, size: Int) throws(MayflyError) {
        let (type, machine) = (header.half(16), header.half(18))
        let needed = Platform.processorName(elfMachine: Platform.elfMachine)
        guard machine == Platform.elfMachine else {
            throw invalid("made for \(Platform.processorName(elfMachine: machine)); this host needs \(needed)")
        }
        guard type == 3 else {
            let found =
                switch type {
                case 1: "an object file"
                case 2: "a program"
                case 4: "a core dump"
                default: "of type \(type)"
                }
            throw invalid("\(found), not a shared library")
        }
        guard header.half(54) == ELFSegment.size else {
            throw invalid("program headers of \(header.half(54)) bytes, the rule is \(ELFSegment.size)")
        }
    }

    private func programHeaders(
        _ header: ELFBytes,
        of file: borrowing RegularFile
    ) throws(MayflyError) -> [ELFSegment] {
        let offset = header.word(32)
        let count = UInt64(header.half(56))
        guard (1...512).contains(count) else { throw invalid("\(count) program headers, the rule is 1 to 512") }
        let length = count * UInt64(ELFSegment.size)
        let (end, overflow) = offset.addingReportingOverflow(length)
        guard !overflow, end <= UInt64(file.size) else {
            throw invalid("truncated: the program headers end \(Self.position(end, overflow)), \(fileSize(file.size))")
        }
        let table = ELFBytes(try read(file, at: Int(offset), count: Int(length)))
        guard table.bytes.count == Int(length) else { throw invalid("the file became shorter while it was read") }
        return (0..<Int(count)).map { ELFSegment(table, at: $0 * ELFSegment.size) }
    }

    private func check(_ segments: [ELFSegment], size: Int) throws(MayflyError) {
        for (index, segment) in segments.enumerated() where segment.isLoaded || segment.isDynamic {
            let (end, overflow) = segment.offset.addingReportingOverflow(segment.fileSize)
            guard !overflow, end <= UInt64(size) else {
                throw invalid("truncated: segment \(index) ends \(Self.position(end, overflow)), \(fileSize(size))")
            }
            guard segment.fileSize <= segment.memorySize else {
                throw invalid("segment \(index) has more bytes in the file than in memory")
            }
        }
        guard segments.contains(where: \.isLoaded) else { throw invalid("nothing in it would be loaded") }
        guard segments.contains(where: \.isDynamic) else { throw invalid("no dynamic section: not a shared library") }
    }

    private static func position(_ end: UInt64, _ overflow: Bool) -> String {
        overflow || end > UInt64(Int.max) ? "beyond all files" : "at \(grouped(Int(end)))"
    }

    private func fileSize(_ size: Int) -> String { "the file has \(grouped(size)) bytes" }
}

/// A cache of reports, so that a launch does not read again the headers of a file that has not changed since a listing
/// or an earlier launch.
enum LibraryReports {
    /// The number of reports at which the cache is emptied.
    private static let capacity = 256
    private static let known = Mutex<[FileStamp: ELFInspector.Report]>([:])

    /// The report of `ELFInspector` on the current file. Errors are not cached.
    static func report(of file: borrowing RegularFile, named name: String) throws(MayflyError) -> ELFInspector.Report {
        let stamp = file.withDescriptor { FileStamp(descriptor: $0) }
        if let stamp, let report = known.withLock({ $0[stamp] }) { return report }
        let report = try ELFInspector(name: name).inspect(file)
        if let stamp {
            known.withLock { known in
                if known.count >= capacity { known = [:] }
                known[stamp] = report
            }
        }
        return report
    }
}
