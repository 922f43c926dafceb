internal import Foundation
internal import MayflyLinux
internal import MayflyModel

/// Copies a bundle's folder: regular files, folders, and links that stay inside; anything else is refused.
struct BundleCopy {
    private let isStopped: (() -> Bool)?
    private var size = 0
    private var entries = 0

    private init(unless isStopped: (() -> Bool)?) { self.isStopped = isStopped }

    /// Copies into an existing, empty folder and syncs all files. A failure leaves an incomplete copy.
    ///
    /// Throws `.invalidBundle` for what may not be in a bundle, `.files` when writing fails, and `MayflyError.stopped` where `isStopped`
    /// says so before a file.
    static func copy(
        _ source: borrowing ConfinedFolder,
        to target: String,
        unless isStopped: (() -> Bool)? = nil
    ) throws(MayflyError) {
        var copy = BundleCopy(unless: isStopped)
        let root = try ExtensionBundle.open(source.path)
        try copy.folder(source, root: root, location: "", to: target, depth: 0)
    }

    private mutating func folder(
        _ source: borrowing ConfinedFolder,
        root: borrowing ConfinedFolder,
        location: String,
        to target: String,
        depth: Int
    ) throws(MayflyError) {
        guard depth < Installer.maximumDepth else {
            throw refusal(location, "folders nested deeper than \(Installer.maximumDepth)")
        }
        let names: [String]
        do { names = try source.names() } catch { throw refusal(location, error.reason, error) }
        entries += names.count
        guard entries <= Installer.maximumEntries else {
            throw refusal(location, "more than \(grouped(Installer.maximumEntries)) files")
        }
        for name in names {
            if isStopped?() == true { throw MayflyError.stopped }
            let path = location + name
            let mode = source.mode(of: name) ?? 0
            switch mode & S_IFMT {
            case S_IFDIR:
                let inner: ConfinedFolder
                do { inner = try source.folder(name) } catch { throw refusal(path, error.reason, error) }
                guard mkdir("\(target)/\(name)", 0o700) == 0 else { throw diskRefusal(path) }
                try folder(inner, root: root, location: path + "/", to: "\(target)/\(name)", depth: depth + 1)
            case S_IFREG:
                try file(name, of: source, location: path, to: "\(target)/\(name)")
            case S_IFLNK:
                try link(name, of: source, root: root, location: path, to: "\(target)/\(name)")
            default:
                throw refusal(path, FileProblem.notRegular(mode: mode).reason)
            }
        }
        try finish(open(target, O_RDONLY | O_DIRECTORY | O_CLOEXEC), location, mode: 0o700)
    }

    private mutating func file(
        _ name: String,
        of source: borrowing ConfinedFolder,
        location: String,
        to target: String
    ) throws(MayflyError) {
        let file: RegularFile
        do { file = try source.file(name) } catch { throw refusal(location, error.reason, error) }
        let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard output >= 0 else { throw diskRefusal(location) }
        do {
            try write(file, into: output, location)
        } catch {
            close(output)
            throw error
        }
        try finish(output, location, mode: 0o644)
    }

    private mutating func write(_ input: borrowing RegularFile, into output: Int32, _ location: String)
        throws(MayflyError)
    {
        try input.forEachPiece(unreadable: { refusal(location, $0.reason, $0) }) { piece throws(MayflyError) in
            size += piece.count
            guard size <= Installer.maximumSize else {
                throw refusal(location, "the bundle has more than \(grouped(Installer.maximumSize)) bytes")
            }
            guard DescriptorWriting.writeAll(piece, to: output) == 0 else { throw diskRefusal(location) }
        }
    }

    /// Copies a link unchanged, if its target is in the bundle.
    private func link(
        _ name: String,
        of source: borrowing ConfinedFolder,
        root: borrowing ConfinedFolder,
        location: String,
        to target: String
    ) throws(MayflyError) {
        do {
            if (try? root.folder(location)) == nil { _ = try root.file(location) }
            guard symlink(try source.linkTarget(of: name), target) == 0 else { throw FileProblem.lastCall() }
        } catch let problem as FileProblem {
            let reason = problem.kind == .outside ? "a link that leads out of the bundle" : "a link: \(problem.reason)"
            throw refusal(location, reason, problem)
        } catch {
            throw refusal(location, "a link that cannot be read")
        }
    }

    /// Sets the mode of a file or folder, syncs it and closes it.
    private func finish(_ descriptor: Int32, _ location: String, mode: mode_t) throws(MayflyError) {
        guard descriptor >= 0 else { throw diskRefusal(location) }
        defer { close(descriptor) }
        guard fchmod(descriptor, mode) == 0, fsync(descriptor) == 0 else { throw diskRefusal(location) }
    }

    private func refusal(_ location: String, _ reason: String, _ cause: FileProblem? = nil) -> MayflyError {
        MayflyError(
            cause?.code(.invalidBundle) ?? .invalidBundle,
            "\(location.isEmpty ? "the bundle" : shown(location)): \(reason)",
            cause: cause
        )
    }

    private func diskRefusal(_ location: String) -> MayflyError {
        let problem = FileProblem.lastCall()
        return MayflyError(
            .files,
            "\(location.isEmpty ? "the bundle" : shown(location)): \(problem.reason)",
            cause: problem
        )
    }
}
