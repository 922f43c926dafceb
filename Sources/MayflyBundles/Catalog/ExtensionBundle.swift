public import MayflyModel

/// A bundle folder that was found good: its manifest, its icon, and a library for this machine or a sticker catalogue.
///
/// It was checked by reading alone. The files may have changed since; whoever opens them checks them again.
public struct ExtensionBundle: Sendable, Hashable {
    /// The absolute path of the `Name.mayfly` folder.
    public let folder: String
    public let manifest: Manifest
    /// What is odd without being wrong, such as an entry point that is not exported.
    public let warnings: [String]

    /// What a bundle's folder is called: any name with this ending.
    package static let folderSuffix = ".mayfly"

    public var id: ExtensionID { manifest.id }

    /// The absolute path of the icon.
    public var iconPath: String { path(of: manifest.icon) }

    /// The absolute path of the library for this machine; nil for a sticker pack.
    public var libraryPath: String? { manifest.libraries[Platform.current].map(path(of:)) }

    /// What errors call the library: its path inside the bundle.
    package var libraryName: String { manifest.libraries[Platform.current] ?? "the library" }

    /// The absolute path of the sticker catalogue; nil for an app.
    public var stickersPath: String? { manifest.stickers.map(path(of:)) }

    init(folder: String, manifest: Manifest, warnings: [String]) {
        self.folder = folder
        self.manifest = manifest
        self.warnings = warnings
    }

    /// The absolute path of something in the bundle.
    package func path(of relative: String) -> String { folder + "/" + relative }
}
