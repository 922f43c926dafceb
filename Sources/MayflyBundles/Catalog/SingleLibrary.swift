internal import Glibc
internal import MayflyLinux
internal import MayflyModel

/// A library that is a bundle by itself: it carries its manifest and its icon in sections (`mayfly/bundle.h`). It is only read.
struct SingleLibrary: ~Copyable {
    /// The ending of the names of such files.
    static let suffix = ".so"
    private static let manifestSection = ".mayfly.manifest"
    private static let iconSection = ".mayfly.icon"

    private let file: RegularFile
    private let name: String
    private let sections: ELFSections

    /// Opens the file. Throws `.invalidBundle` where it is none that can be read.
    init(path: String) throws(MayflyError) {
        name = String(path.split(separator: "/").last ?? "")
        do {
            let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { throw FileProblem.lastCall() }
            file = try RegularFile.adopt(descriptor)
        } catch let problem as FileProblem {
            throw MayflyError(
                problem.code(.invalidBundle),
                "the library '\(shown(path))' cannot be read: \(problem.reason)",
                cause: problem
            )
        } catch {
            throw MayflyError(.invalidBundle, "the library '\(shown(path))' cannot be read", cause: error)
        }
        sections = ELFSections(of: file)
    }

    /// Whether a path names a file, and no folder, with the ending of libraries.
    static func isMeant(by path: String) -> Bool {
        var status = stat()
        return path.hasSuffix(suffix) && stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
    }

    /// Whether it is meant to be a bundle by itself: it carries a manifest, or exports the entry and lacks one.
    var isExtension: Bool { sections.has(Self.manifestSection) || exportsEntry }

    private var exportsEntry: Bool { (try? LibraryReports.report(of: file, named: name).exportsEntry) ?? false }

    /// The bytes of the manifest.
    borrowing func manifestBytes() throws(MayflyError) -> [UInt8] {
        do {
            // A manifest that is written as a literal ends in a zero.
            if let bytes = try sections.bytes(of: Self.manifestSection, in: file, limit: Manifest.maximumSize + 1) {
                return bytes.last == 0 ? bytes.dropLast() : bytes
            }
        } catch {
            throw MayflyError(.invalidManifest, "the section \(Self.manifestSection): \(error.reason)", cause: error)
        }
        throw MayflyError(
            .invalidBundle,
            "it has no section \(Self.manifestSection): MAYFLY_MANIFEST_FILE(\"manifest.json\") puts a manifest into a library"
        )
    }

    /// Reads and checks its manifest.
    borrowing func manifest() throws(MayflyError) -> Manifest {
        let manifest = try Manifest(json: try manifestBytes())
        guard manifest.kind == .app else {
            throw MayflyError(
                .invalidManifest,
                "\(Manifest.fileName): kind: 'app' is the rule where a library carries the manifest"
            )
        }
        try Self.check([Manifest.fileName, manifest.icon] + (manifest.libraries[Platform.current].map { [$0] } ?? []))
        return manifest
    }

    /// Throws where the files for which the manifest has names cannot be in one folder.
    private static func check(_ names: [String]) throws(MayflyError) {
        for one in names {
            guard let other = names.first(where: { one.utf8.starts(with: ($0 + "/").utf8) }) ?? again(one, in: names)
            else { continue }
            throw MayflyError(
                .invalidManifest,
                "\(Manifest.fileName): '\(shown(other))' and '\(shown(one))' cannot be files of one bundle"
            )
        }
    }

    /// The name, if it is there more than once.
    private static func again(_ name: String, in names: [String]) -> String? {
        names.count { $0.hasSameBytes(as: name) } > 1 ? name : nil
    }

    /// The bytes of the icon, which may be anything; nil where it carries none.
    borrowing func icon(limit: Int) throws(FileProblem) -> [UInt8]? {
        try sections.bytes(of: Self.iconSection, in: file, limit: limit)
    }

    /// Checks what it carries, and its code.
    borrowing func bundle(at path: String) throws(MayflyError) -> ExtensionBundle {
        let manifest = try manifest()
        var warnings: [String] = []
        do {
            guard let icon = try icon(limit: ExtensionBundle.maximumIconSize) else {
                throw MayflyError(
                    .invalidBundle,
                    "it has no section \(Self.iconSection): MAYFLY_ICON_FILE(\"icon.png\") puts an icon into a library"
                )
            }
            _ = try MediaProbe.picture(icon)
        } catch let problem as FileProblem {
            throw MayflyError(problem.code(.invalidBundle), "the icon: \(problem.reason)", cause: problem)
        } catch let problem as PictureProblem {
            throw MayflyError(.invalidBundle, "the icon: \(problem.reason)", cause: problem)
        } catch {
            throw error as? MayflyError ?? MayflyError(.invalidBundle, "the icon: cannot be read", cause: error)
        }
        _ = try ExtensionBundle.libraryName(manifest)
        if try LibraryReports.report(of: file, named: name).exportsEntry == false {
            warnings.append("\(shown(name)): does not export \(ELFInspector.entrySymbol)")
        }
        return ExtensionBundle(folder: path, isLibrary: true, manifest: manifest, ownWarnings: warnings)
    }

    /// Its descriptor, checked to be a library, with the runtime that it needs.
    consuming func openLibrary() throws(MayflyError) -> (descriptor: Int32, runtime: Runtime) {
        let runtime = try LibraryReports.report(of: file, named: name).runtime
        return (file.release(), runtime)
    }

    /// Identifies what it holds now.
    borrowing func stamp() -> FileStamp? { file.withDescriptor { FileStamp(descriptor: $0) } }

    /// Writes the bundle that it stands for into an empty folder, under the names that its manifest gives, and synchronizes it.
    ///
    /// - Parameter limit: the largest library in bytes.
    borrowing func unpack(to folder: String, limit: Int) throws(MayflyError) {
        let manifest = try manifest()
        let picture: [UInt8]?
        do { picture = try icon(limit: ExtensionBundle.maximumIconSize) } catch { throw unreadable(error) }
        for (relative, bytes) in [(Manifest.fileName, try manifestBytes()), (manifest.icon, picture ?? [])] {
            try DurableFile.write(bytes, to: try Self.place(relative, in: folder), isPublic: true)
        }
        try copyLibrary(to: try Self.place(try ExtensionBundle.libraryName(manifest), in: folder), limit: limit)
    }

    /// A path in a folder, whose own folder is made.
    private static func place(_ relative: String, in folder: String) throws(MayflyError) -> String {
        let path = folder + "/" + relative
        try PrivateFolder.require(String(path.dropLast(path.lastPathPart.utf8.count + 1)))
        return path
    }

    /// Copies the file itself in pieces: it may be large.
    private borrowing func copyLibrary(to path: String, limit: Int) throws(MayflyError) {
        guard file.size <= limit else { throw unreadable(.tooLarge(file.size, limit: limit)) }
        let output = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard output >= 0 else { throw MayflyError.ofSystem("create", path) }
        defer { close(output) }
        var left = limit
        try file.forEachPiece(unreadable: { unreadable($0) }) { piece throws(MayflyError) in
            left -= piece.count
            guard left >= 0 else { throw unreadable(.tooLarge(limit - left, limit: limit)) }
            guard DescriptorWriting.writeAll(piece, to: output) == 0 else { throw MayflyError.ofSystem("write", path) }
        }
        guard fchmod(output, 0o644) == 0, fsync(output) == 0 else { throw MayflyError.ofSystem("synchronize", path) }
    }

    private func unreadable(_ problem: FileProblem) -> MayflyError {
        MayflyError(problem.code(.invalidBundle), "\(shown(name)): \(problem.reason)", cause: problem)
    }
}
