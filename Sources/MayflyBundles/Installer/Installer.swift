internal import Foundation
public import MayflyModel

/// Installs bundles into the user's folder and removes them, each time completely or not at all.
public struct Installer: Sendable {
    /// The folder of the user's bundles, `<home>/extensions`.
    public let folder: String
    private let applications: ApplicationFolder

    /// The largest bundle in bytes.
    public static let maximumSize = 256 * 1024 * 1024

    /// The most files and folders of a bundle.
    package static let maximumEntries = 20_000
    /// How deep folders of a bundle may be nested.
    package static let maximumDepth = 32

    /// An installer for a home folder.
    public init(home: String) {
        folder = SearchPath.userFolder(home: home)
        applications = ApplicationFolder(home: home)
    }

    /// The path of the installed bundle of an id.
    public func path(of id: ExtensionID) -> String { "\(folder)/\(id)\(ExtensionBundle.folderSuffix)" }

    /// Copies a bundle into the folder, replaces an earlier one with the same id, and returns the installed bundle.
    ///
    /// The copy is checked before it becomes visible, so a bundle that changes during the copy is not installed unchecked. After an
    /// error nothing has changed.
    ///
    /// - Parameter isStopped: is asked while it waits for another program that installs, and before each file. Where it says true,
    ///   nothing is installed.
    /// - Throws: the errors of the bundle with the name of its folder, `.invalidBundle` for links out of it, special files and more
    ///   than 256 MiB, `.files` when writing fails, and an error whose cause is a `CancellationError` where it was stopped.
    @discardableResult
    public func install(
        bundleAt path: String,
        unless isStopped: (() -> Bool)? = nil
    ) throws(MayflyError) -> ExtensionBundle {
        try install(bundleAt: path, unless: isStopped) { _ in }
    }

    /// The same; `check` is called with the complete bundle while the earlier one is still installed.
    package func install(
        bundleAt path: String,
        unless isStopped: (() -> Bool)?,
        check: (ExtensionBundle) throws(MayflyError) -> Void
    ) throws(MayflyError) -> ExtensionBundle {
        let source = URL(filePath: path).standardizedFileURL
        do {
            _ = try ExtensionBundle.read(source.path)
        } catch {
            throw ExtensionBundle.failure(error, of: source.lastPathComponent)
        }
        return try install(
            notes: [],
            unless: isStopped,
            fill: { copy throws(MayflyError) in
                if SingleLibrary.isMeant(by: source.path) {
                    try SingleLibrary(path: source.path).unpack(to: copy, limit: Self.maximumSize)
                } else {
                    try BundleCopy.copy(try ExtensionBundle.open(source.path), to: copy, unless: isStopped)
                }
            },
            check: check
        )
    }

    /// Installs the bundle that `fill` puts into an empty folder on the file system of the installed ones.
    ///
    /// - Parameters:
    ///   - notes: is kept with the bundle, for `notes(of:)`.
    ///   - check: throws where the complete bundle is not the one that was wanted. Then nothing has changed.
    package func install(
        notes: [UInt8],
        unless isStopped: (() -> Bool)? = nil,
        fill: (String) throws(MayflyError) -> Void,
        check: (ExtensionBundle) throws(MayflyError) -> Void = { _ in }
    ) throws(MayflyError) -> ExtensionBundle {
        let area = try InstallArea(folder: folder, unless: isStopped)
        let copy = try area.temporaryFolder()
        do {
            try fill(copy)
            let checked = try ExtensionBundle.read(copy)
            try check(checked)
            try area.put(copy, of: checked.id, version: checked.manifest.version, notes: notes)
            return ExtensionBundle(
                folder: path(of: checked.id),
                manifest: checked.manifest,
                ownWarnings: checked.ownWarnings + updateApplications()
            )
        } catch {
            area.remove(copy)
            throw error
        }
    }

    /// The version of the installed bundle of an id by its manifest; nil where it is not installed, or the manifest breaks a rule.
    package func version(of id: ExtensionID) -> SemanticVersion? {
        guard let folder = try? ConfinedFolder(path: path(of: id)) else { return nil }
        return (try? Manifest.read(in: folder))?.version
    }

    /// What was kept with the installed bundle of an id; nil where there is nothing.
    package func notes(of id: ExtensionID) -> [UInt8]? {
        InstallArea.notes(of: id, in: folder).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Makes the version before the installed one the installed one again, and returns it.
    ///
    /// Throws `.unknownExtension` where there is no such extension, and `.notPossibleNow` where there is no version before, or the
    /// extension is in another folder of `searchPath`.
    ///
    /// - Parameter check: is called with what was kept with that version, while the other one is still installed. Where it throws, nothing
    ///   changes.
    @discardableResult
    package func rollBack(
        _ id: ExtensionID,
        searchPath: SearchPath,
        check: (_ notes: [UInt8]?) throws(MayflyError) -> Void = { _ in }
    ) throws(MayflyError) -> ExtensionBundle {
        let area = try InstallArea(folder: folder, unless: nil)
        guard area.has(id) else {
            guard let elsewhere = elsewhere(id, searchPath) else { throw notInstalled(id, searchPath) }
            throw MayflyError(
                .notPossibleNow,
                "there is no version of '\(id)' before the one in \(shown(elsewhere, limit: 300)): it was not installed by mayfly"
            )
        }
        try check(area.formerNotes(of: id))
        guard try area.rollBack(id) else {
            throw MayflyError(.notPossibleNow, "there is no version of '\(id)' before the installed one")
        }
        _ = updateApplications()
        return try ExtensionBundle.read(path(of: id))
    }

    /// Removes the bundle of an id from the folder; throws as `requireInstalled` does.
    ///
    /// - Parameter isStopped: is asked while it waits for another program that installs, as that of `install`.
    public func uninstall(
        _ id: ExtensionID,
        searchPath: SearchPath,
        unless isStopped: (() -> Bool)? = nil
    ) throws(MayflyError) {
        let area = try InstallArea(folder: folder, unless: isStopped)
        guard area.has(id) else { throw notInstalled(id, searchPath) }
        try area.take(id)
        _ = updateApplications()
    }

    /// Writes the entries of all installed bundles that have an app, and removes the others: also what a killed program has left undone.
    /// Gives what the person should know. The folder of bundles is locked meanwhile.
    private func updateApplications() -> [String] {
        var wanted: [ExtensionID: Manifest] = [:]
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            guard name.hasSuffix(ExtensionBundle.folderSuffix),
                let id = ExtensionID(rawValue: String(name.dropLast(ExtensionBundle.folderSuffix.utf8.count))),
                let bundle = try? ConfinedFolder(path: path(of: id)), let manifest = try? Manifest.read(in: bundle)
            else { continue }
            wanted[id] = manifest
        }
        do throws(MayflyError) {
            try applications.update(wanted) { path(of: $0) }
            return []
        } catch {
            return ["the entry of its app cannot be changed: \(error.message)"]
        }
    }

    /// Throws `.unknownExtension` when the bundle of an id is not in the folder.
    ///
    /// When another folder of `searchPath` has it, the message has its path: mayfly does not remove bundles that it has
    /// not installed.
    package func requireInstalled(
        _ id: ExtensionID,
        searchPath: SearchPath,
        unless isStopped: (() -> Bool)?
    ) throws(MayflyError) {
        guard try InstallArea(folder: folder, unless: isStopped).has(id) else {
            throw notInstalled(id, searchPath)
        }
    }

    private func notInstalled(_ id: ExtensionID, _ searchPath: SearchPath) -> MayflyError {
        guard let elsewhere = elsewhere(id, searchPath) else {
            return MayflyError(.unknownExtension, "'\(id)' is not installed")
        }
        return MayflyError(
            .unknownExtension,
            "'\(id)' was not installed by mayfly; remove the folder \(shown(elsewhere, limit: 300))"
        )
    }

    /// The path of a bundle of an id that mayfly has not installed.
    private func elsewhere(_ id: ExtensionID, _ searchPath: SearchPath) -> String? {
        Catalog.scan(folders: searchPath.folders).entries.first { $0.id == id }?.path
    }
}
