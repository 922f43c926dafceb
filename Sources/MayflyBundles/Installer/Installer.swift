public import MayflyModel

/// Puts bundles into the user's own folder and takes them out again, each time wholly or not at all.
public struct Installer: Sendable {
    /// The folder of the user's bundles, `<home>/extensions`.
    public let folder: String

    /// A larger bundle is refused.
    public static let maximumSize = 256 * 1024 * 1024

    public init(home: String) {
        folder = SearchPath.userFolder(home: home)
    }

    /// Where the bundle of an id is, once installed.
    public func path(of id: ExtensionID) -> String { "\(folder)/\(id)\(ExtensionBundle.folderSuffix)" }

    /// Copies a bundle into the folder, in the place of an earlier one with its id, and returns the installed one.
    ///
    /// The copy is checked before it appears, so a bundle that changes meanwhile cannot slip in. Throws the bundle's own
    /// errors, `.invalidBundle` for links that leave it, special files and more than 256 MiB, and `.files` when the disk
    /// refuses; then everything is as it was.
    @discardableResult
    public func install(bundleAt path: String) throws(MayflyError) -> ExtensionBundle {
        _ = try ExtensionBundle.read(path)
        let area = try InstallArea(folder: folder)
        let copy = try area.temporaryFolder()
        do {
            try BundleCopy.copy(try ExtensionBundle.open(path), to: copy)
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
    public func uninstall(_ id: ExtensionID, searchPath: SearchPath) throws(MayflyError) {
        let target = path(of: id)
        let area = try InstallArea(folder: folder)
        guard area.has(target) else { throw missing(id, searchPath) }
        try area.take(target)
    }

    /// Throws `.unknownExtension` when the bundle of an id is not in the folder.
    ///
    /// When `searchPath` has it elsewhere, the message says where: that one was put there by somebody else, so it is not
    /// touched.
    package func requireInstalled(_ id: ExtensionID, searchPath: SearchPath) throws(MayflyError) {
        guard try InstallArea(folder: folder).has(path(of: id)) else { throw missing(id, searchPath) }
    }

    private func missing(_ id: ExtensionID, _ searchPath: SearchPath) -> MayflyError {
        let elsewhere = Catalog.scan(folders: searchPath.folders).entries.first { $0.id == id }
        guard let elsewhere else { return MayflyError(.unknownExtension, "'\(id)' is not installed") }
        return MayflyError(
            .unknownExtension,
            "'\(id)' was not installed by mayfly; remove the folder \(shown(elsewhere.path, limit: 300))"
        )
    }
}
