package import MayflyBundles
package import MayflyModel

/// What a worker is to open, and how its extension is to start.
package struct LaunchRequest: Sendable {
    /// The checked library, open for reading; the worker takes it over and closes it.
    package let library: Int32
    /// What errors call the library.
    let libraryName: String
    let bundleFolder: String
    let privateFolder: String
    let style: PresentationStyle
    /// What the library needs mapped; a hint, which only costs time where it is wrong.
    package let runtime: Runtime
    /// BCP 47.
    let locale: String

    init(
        library: Int32,
        libraryName: String,
        bundleFolder: String,
        privateFolder: String,
        style: PresentationStyle,
        runtime: Runtime = .c,
        locale: String = "en"
    ) {
        self.library = library
        self.libraryName = libraryName
        self.bundleFolder = bundleFolder
        self.privateFolder = privateFolder
        self.style = style
        self.runtime = runtime
        self.locale = locale
    }

    /// Opens and checks the library of a bundle.
    package init(
        opening bundle: ExtensionBundle,
        privateFolder: String,
        style: PresentationStyle
    ) throws(MayflyError) {
        let library = try bundle.openLibrary()
        self.init(
            library: library.descriptor,
            libraryName: bundle.libraryName,
            bundleFolder: bundle.folder,
            privateFolder: privateFolder,
            style: style,
            runtime: library.runtime
        )
    }
}
