public import MayflyModel

/// One `Name.mayfly` of the search path and what became of it.
public struct CatalogEntry: Sendable {
    /// What became of a bundle.
    public enum State: Sendable {
        /// It can be launched.
        case ready(ExtensionBundle)
        /// It breaks a rule; it is listed with the reason and otherwise ignored.
        case broken(MayflyError)
        /// It is good, but another bundle with its id comes earlier in the search path, at the given folder.
        case shadowed(ExtensionBundle, by: String)
    }

    /// The absolute path of the bundle.
    public let path: String
    /// The id that the manifest gives; nil when the manifest could not be read.
    public let id: ExtensionID?
    public let state: State

    /// What is odd without being wrong; empty for a broken bundle.
    public var warnings: [String] {
        switch state {
        case .ready(let bundle), .shadowed(let bundle, by: _): bundle.warnings
        case .broken: []
        }
    }

    /// The name of the bundle's folder, with its ending.
    public var folderName: String { String(path.drop(while: { $0 == "/" }).split(separator: "/").last ?? "") }
}
