package import MayflyModel

extension ExtensionBundle {
    /// Reads and checks a bundle folder without running or loading anything of it.
    ///
    /// Throws `.invalidBundle` for the folder and the icon, `.invalidManifest`, `.libraryMissing`, `.invalidLibrary` or
    /// `.invalidPack`. Messages name paths in the bundle, not the bundle.
    package static func read(_ path: String) throws(MayflyError) -> ExtensionBundle {
        let folder = try open(path)
        return try read(folder, manifest: try Manifest.read(in: folder))
    }

    /// Checks what the manifest names.
    static func read(_ folder: borrowing ConfinedFolder, manifest: Manifest) throws(MayflyError) -> ExtensionBundle {
        var warnings = manifest.warnings
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
        return ExtensionBundle(folder: folder.path, manifest: manifest, warnings: warnings)
    }

    static func open(_ path: String) throws(MayflyError) -> ConfinedFolder {
        do {
            return try ConfinedFolder(path: path)
        } catch {
            throw MayflyError(
                .invalidBundle,
                "the bundle '\(shown(path))' cannot be read: \(error.reason)",
                cause: error
            )
        }
    }

    /// An icon is required (C-015), and must be a picture.
    private static func checkIcon(_ name: String, in folder: borrowing ConfinedFolder) throws(MayflyError) {
        do {
            _ = try MediaProbe.picture(try folder.file(name).bytes(limit: maximumIconSize))
        } catch let problem as FileProblem {
            throw MayflyError(.invalidBundle, "the icon \(shown(name)): \(problem.reason)", cause: problem)
        } catch let problem as PictureProblem {
            throw MayflyError(.invalidBundle, "the icon \(shown(name)): \(problem.reason)", cause: problem)
        } catch {
            throw MayflyError(.invalidBundle, "the icon \(shown(name)): cannot be read", cause: error)
        }
    }

    /// A larger icon is refused.
    package static let maximumIconSize = 1024 * 1024
}

extension ExtensionBundle {
    /// Opens the library for this machine, checks it, and gives the very descriptor that was checked, with the runtime that
    /// the library needs.
    ///
    /// The caller closes it. Throws `.libraryMissing`, `.invalidLibrary` or `.invalidBundle`.
    package func openLibrary() throws(MayflyError) -> (descriptor: Int32, runtime: Runtime) {
        let name = try Self.libraryName(manifest)
        let file = try Self.libraryFile(name, in: try Self.open(folder))
        let report = try LibraryReports.report(of: file, named: name)
        return (file.release(), report.runtime)
    }

    /// The SHA-256 of the library for this machine as it is now: 32 bytes.
    package func librarySHA256() throws(MayflyError) -> [UInt8] {
        let file = try Self.libraryFile(try Self.libraryName(manifest), in: try Self.open(folder))
        return try file.withDescriptor { descriptor throws(MayflyError) in try LibraryDigest.sha256(of: descriptor) }
    }

    /// Whether the library exports the entry point; nil for a sticker pack and where its tables cannot be read.
    package func exportsEntry() throws(MayflyError) -> Bool? {
        guard manifest.kind == .app else { return nil }
        let name = try Self.libraryName(manifest)
        return try LibraryReports.report(of: try Self.libraryFile(name, in: try Self.open(folder)), named: name)
            .exportsEntry
    }

    private static func libraryName(_ manifest: Manifest) throws(MayflyError) -> String {
        guard manifest.kind == .app else {
            throw MayflyError(.libraryMissing, "\(manifest.id) is a sticker pack and has no library")
        }
        guard let name = manifest.libraries[Platform.current] else {
            let has = manifest.libraries.keys.sorted().prefix(8).map { shown($0, limit: 30) }.joined(separator: ", ")
            throw MayflyError(.libraryMissing, "no library for \(Platform.current); the bundle has \(has)")
        }
        return name
    }

    private static func libraryFile(
        _ name: String,
        in folder: borrowing ConfinedFolder
    ) throws(MayflyError) -> RegularFile {
        do {
            return try folder.file(name)
        } catch {
            let code: MayflyError.Code = error.kind == .missing ? .libraryMissing : .invalidLibrary
            throw MayflyError(code, "\(shown(name)): \(error.reason)", cause: error)
        }
    }
}
