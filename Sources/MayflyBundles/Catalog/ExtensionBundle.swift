internal import Glibc
public import MayflyModel

/// A valid bundle: a folder that has a manifest, an icon, and a library for this machine or a sticker catalogue, or a library that carries
/// its manifest and its icon.
///
/// The checks only read. The files can change afterwards, so each later use checks them again.
public struct ExtensionBundle: Sendable, Hashable {
    /// The absolute path of the `Name.mayfly` folder, or of the library that is the bundle by itself.
    public let folder: String
    /// Whether it is a library by itself.
    package let isLibrary: Bool
    /// The content of `manifest.json`.
    public let manifest: Manifest
    /// Unusual properties that break no rule, such as an entry point that is not exported; one line each.
    public var warnings: [String] { manifest.warnings + ownWarnings }
    /// Those that are not of the manifest.
    let ownWarnings: [String]

    /// The ending of the name of every bundle folder.
    package static let folderSuffix = ".mayfly"

    /// The id in the manifest.
    public var id: ExtensionID { manifest.id }

    /// The absolute path of the icon; nil for a library that is the bundle by itself: it carries the icon, and no file has it.
    public var iconPath: String? { isLibrary ? nil : path(of: manifest.icon) }

    /// The absolute path of the library for this machine; nil for a sticker pack.
    public var libraryPath: String? { isLibrary ? folder : manifest.libraries[Platform.current].map(path(of:)) }

    /// The path of the library inside the bundle, for messages.
    package var libraryName: String { manifest.libraries[Platform.current] ?? "the library" }

    /// The absolute path of the sticker catalogue; nil for an app.
    public var stickersPath: String? { manifest.stickers.map(path(of:)) }

    init(folder: String, isLibrary: Bool = false, manifest: Manifest, ownWarnings: [String]) {
        self.folder = folder
        self.isLibrary = isLibrary
        self.manifest = manifest
        self.ownWarnings = ownWarnings
    }

    /// The bundle by the path to which links lead now: an update then does not change what is read by it.
    package var resolved: ExtensionBundle {
        guard let real = realpath(folder, nil) else { return self }
        defer { free(real) }
        return ExtensionBundle(
            folder: String(cString: real),
            isLibrary: isLibrary,
            manifest: manifest,
            ownWarnings: ownWarnings
        )
    }

    /// What stands at a bundle's path: another value where another version was put there.
    package enum Standing: Hashable, Sendable {
        /// The folder to which links lead.
        case folder(String)
        case library(FileStamp)
    }

    /// What stands at its path now; nil where that cannot be read.
    package var standing: Standing? {
        guard isLibrary else { return .folder(resolved.folder) }
        guard let library = try? SingleLibrary(path: folder) else { return nil }
        return library.stamp().map { .library($0) }
    }

    /// The same bundle with one more warning.
    package func warning(_ warning: String) -> ExtensionBundle {
        ExtensionBundle(folder: folder, isLibrary: isLibrary, manifest: manifest, ownWarnings: ownWarnings + [warning])
    }

    /// The absolute path of a path in the bundle.
    private func path(of relative: String) -> String { folder + "/" + relative }
}

extension ExtensionBundle {
    /// Reads and checks a bundle without running or loading code.
    ///
    /// Throws `.invalidBundle` for the folder and the icon, `.invalidManifest`, `.libraryMissing`, `.invalidLibrary` or
    /// `.invalidPack`. Messages have paths inside the bundle, not the path of the bundle.
    package static func read(_ path: String) throws(MayflyError) -> ExtensionBundle {
        if SingleLibrary.isMeant(by: path) { return try SingleLibrary(path: path).bundle(at: path) }
        let folder = try open(path)
        return try read(folder, manifest: try Manifest.read(in: folder))
    }

    /// Checks the files that the manifest names.
    static func read(_ folder: borrowing ConfinedFolder, manifest: Manifest) throws(MayflyError) -> ExtensionBundle {
        var warnings: [String] = []
        try checkIcon(manifest.icon, in: folder)
        switch manifest.kind {
        case .app:
            let name = try libraryName(manifest)
            let file = try libraryFile(name, in: folder)
            if try LibraryReports.report(of: file, named: name).exportsEntry == false {
                warnings.append("\(shown(name)): does not export \(ELFInspector.entrySymbol)")
            }
        case .stickerPack:
            try StickerPackValidator.check(folder)
            guard let stickers = manifest.stickers, (try? folder.folder(stickers)) != nil else {
                throw MayflyError(.invalidPack, "\(shown(manifest.stickers ?? "stickers")): no such folder")
            }
        }
        return ExtensionBundle(folder: folder.path, manifest: manifest, ownWarnings: warnings)
    }

    /// Whether a path names a folder or a library whose name ends as that of a bundle.
    package static func isThere(_ path: String) -> Bool {
        var status = stat()
        if path.hasSuffix(folderSuffix) { return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR }
        return SingleLibrary.isMeant(by: path)
    }

    /// The error of a bundle with the name of its folder before it. An error about the folder itself has the name already.
    package static func failure(_ error: MayflyError, of folder: String) -> MayflyError {
        guard !error.message.contains(shown(folder)) else { return error }
        return MayflyError(error.code, "\(shown(folder)): \(error.message)", cause: error)
    }

    package static func open(_ path: String) throws(MayflyError) -> ConfinedFolder {
        do {
            return try ConfinedFolder(path: path)
        } catch {
            throw MayflyError(
                error.code(.invalidBundle),
                "the bundle '\(shown(path))' cannot be read: \(error.reason)",
                cause: error
            )
        }
    }

    /// An icon is required (C-015), and must be a picture.
    @discardableResult
    package static func checkIcon(
        _ name: String,
        in folder: borrowing ConfinedFolder
    ) throws(MayflyError) -> PictureInfo {
        do {
            return try MediaProbe.picture(try folder.file(name).bytes(limit: maximumIconSize))
        } catch let problem as FileProblem {
            let code = problem.code(.invalidBundle)
            throw MayflyError(code, "the icon \(shown(name)): \(problem.reason)", cause: problem)
        } catch let problem as PictureProblem {
            throw MayflyError(.invalidBundle, "the icon \(shown(name)): \(problem.reason)", cause: problem)
        } catch {
            throw MayflyError(.invalidBundle, "the icon \(shown(name)): cannot be read", cause: error)
        }
    }

    /// The largest icon in bytes.
    package static let maximumIconSize = 1024 * 1024

    /// The icon as it is in the bundle now; nil where it cannot be read, is no picture, or has more bytes than `limit`.
    package func iconFile(limit: Int = maximumIconSize) -> (type: MediaType, bytes: [UInt8])? {
        guard let bytes = iconBytes(limit: limit),
            let type = MediaProbe.type(of: bytes, isWhole: true), type.isPicture
        else { return nil }
        return (type, bytes)
    }

    private func iconBytes(limit: Int) -> [UInt8]? {
        if isLibrary {
            guard let library = try? SingleLibrary(path: folder), let bytes = try? library.icon(limit: limit) else {
                return nil
            }
            return bytes
        }
        guard let file = try? ConfinedFolder(path: folder).file(manifest.icon) else { return nil }
        return try? file.bytes(limit: limit)
    }
}

extension ExtensionBundle {
    /// Opens and checks the library for this machine, and returns the descriptor that was checked with the runtime that
    /// the library needs.
    ///
    /// The caller closes the descriptor. Throws `.libraryMissing`, `.invalidLibrary` or `.invalidBundle`.
    package func openLibrary() throws(MayflyError) -> (descriptor: Int32, runtime: Runtime) {
        if isLibrary { return try SingleLibrary(path: folder).openLibrary() }
        let name = try Self.libraryName(manifest)
        let file = try Self.libraryFile(name, in: try Self.open(folder))
        let report = try LibraryReports.report(of: file, named: name)
        return (file.release(), report.runtime)
    }

    static func libraryName(_ manifest: Manifest) throws(MayflyError) -> String {
        guard manifest.kind == .app else {
            throw MayflyError(.libraryMissing, "\(manifest.id) is a sticker pack and has no library")
        }
        guard let name = manifest.libraries[Platform.current] else {
            let has = manifest.libraries.keys.sorted().prefix(8).map { shown($0, limit: 30) }.joined(separator: ", ")
            throw MayflyError(.libraryMissing, "no library for \(Platform.current); the bundle has \(has)")
        }
        return name
    }

    package static func libraryFile(
        _ name: String,
        in folder: borrowing ConfinedFolder
    ) throws(MayflyError) -> RegularFile {
        do {
            return try folder.file(name)
        } catch {
            let code: MayflyError.Code = error.kind == .missing ? .libraryMissing : .invalidLibrary
            throw MayflyError(error.code(code), "\(shown(name)): \(error.reason)", cause: error)
        }
    }
}

extension ExtensionBundle {
    /// Reads the stickers of a pack; throws `.invalidPack`, also for an app and for a pack with code in it (C-002).
    public func stickerPack() throws(MayflyError) -> StickerPack { try stickerPack { true } }

    /// The same. `isWanted` is asked before each file and each picture; where it says no, this throws `.notPossibleNow`.
    package func stickerPack(while isWanted: () -> Bool) throws(MayflyError) -> StickerPack {
        guard let stickers = manifest.stickers else {
            throw MayflyError(.invalidPack, "\(id) is an app and has no sticker pack")
        }
        let bundle = try Self.open(folder)
        try StickerPackValidator.check(bundle, while: isWanted)
        return try StickerPack.read(stickers, in: bundle, while: isWanted)
    }

    /// Refuses code in the folder of a pack (C-002); throws `.invalidPack`.
    package static func requireNoCode(in folder: borrowing ConfinedFolder) throws(MayflyError) {
        try StickerPackValidator.check(folder)
    }

    /// Reads the stickers of a catalogue in a bundle that may break other rules; throws `.invalidPack`.
    package static func stickers(
        _ catalogue: String,
        in folder: borrowing ConfinedFolder
    ) throws(MayflyError) -> StickerPack {
        try StickerPack.read(catalogue, in: folder) { true }
    }
}
