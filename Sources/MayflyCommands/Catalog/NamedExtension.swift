package import MayflyBundles
package import MayflyModel

/// An extension as the command line names it: by its id, or by the path of its bundle.
package struct NamedExtension: Sendable {
    private let name: String
    private let isPath: Bool

    /// An id has no slash. A name such as `Tally.mayfly` or `tally.so` without one is a path when there is such a bundle.
    package init(_ name: String) {
        self.name = name
        isPath = name.contains("/") || ExtensionBundle.isThere(name)
    }

    /// The search path in which the extension is found: a bundle that is named by its path comes first.
    package func searchPath(_ standard: SearchPath) -> SearchPath {
        isPath ? standard.adding(bundleAt: name) : standard
    }

    /// Finds the bundle in the catalogue of that search path.
    package func bundle(in catalog: Catalog, of searchPath: SearchPath) throws(MayflyError) -> ExtensionBundle {
        isPath ? try catalog.bundle(addedTo: searchPath) : try catalog.find(name)
    }
}
