internal import Foundation
public import MayflyModel

/// Installs bundles into the user's folder and removes them, each time completely or not at all.
public struct Installer: Sendable {
    /// The folder of the user's bundles, `<home>/extensions`.
    public let folder: String

    /// The largest bundle in bytes.
    public static let maximumSize = 256 * 1024 * 1024

    /// An installer for a home folder.
    public init(home: String) {
        folder = SearchPath.userFolder(home: home)
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
        let source = URL(filePath: path).standardizedFileURL
        do {
            _ = try ExtensionBundle.read(source.path)
        } catch {
            throw ExtensionBundle.failure(error, of: source.lastPathComponent)
        }
        let area = try InstallArea(folder: folder, unless: isStopped)
        let copy = try area.temporaryFolder()
        do {
            try BundleCopy.copy(try ExtensionBundle.open(source.path), to: copy, unless: isStopped)
            let checked = try ExtensionBundle.read(copy)
            let target = self.path(of: checked.id)
            try area.put(copy, at: target)
            return ExtensionBundle(folder: target, manifest: checked.manifest, warnings: checked.warnings)
        } catch {
            area.remove(copy)
            throw error
        }
    }

    /// Removes the bundle of an id from the folder; throws as `requireInstalled` does.
    ///
    /// - Parameter isStopped: is asked while it waits for another program that installs, as that of `install`.
    public func uninstall(
        _ id: ExtensionID,
        searchPath: SearchPath,
        unless isStopped: (() -> Bool)? = nil
    ) throws(MayflyError) {
        let target = path(of: id)
        let area = try InstallArea(folder: folder, unless: isStopped)
        guard area.has(target) else { throw notInstalled(id, searchPath) }
        try area.take(target)
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
        guard try InstallArea(folder: folder, unless: isStopped).has(path(of: id)) else {
            throw notInstalled(id, searchPath)
        }
    }

    private func notInstalled(_ id: ExtensionID, _ searchPath: SearchPath) -> MayflyError {
        let elsewhere = Catalog.scan(folders: searchPath.folders).entries.first { $0.id == id }
        guard let elsewhere else { return MayflyError(.unknownExtension, "'\(id)' is not installed") }
        return MayflyError(
            .unknownExtension,
            "'\(id)' was not installed by mayfly; remove the folder \(shown(elsewhere.path, limit: 300))"
        )
    }
}
