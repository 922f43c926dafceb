package import MayflyBundles
package import MayflyModel

/// The library that a worker opens, and the parameters with which its extension starts.
package struct LaunchRequest: Sendable {
    /// The library, checked and open for reading. The worker takes it over and closes it.
    package let library: Int32
    /// The library's name in errors.
    package let libraryName: String
    /// The path of the bundle.
    package let bundleFolder: String
    /// The path of the private folder.
    package let privateFolder: String
    /// The path of the folder with the files of messages.
    package let receivedFolder: String
    /// The style in which it starts.
    package let style: PresentationStyle
    /// The runtime that the library needs. It selects the worker program; a wrong value costs only time.
    package let runtime: Runtime
    /// The extension's locale (BCP 47).
    package let locale: String

    init(
        library: Int32,
        libraryName: String,
        bundleFolder: String,
        privateFolder: String,
        receivedFolder: String,
        style: PresentationStyle,
        runtime: Runtime = .c,
        locale: String = "en"
    ) {
        self.library = library
        self.libraryName = libraryName
        self.bundleFolder = bundleFolder
        self.privateFolder = privateFolder
        self.receivedFolder = receivedFolder
        self.style = style
        self.runtime = runtime
        self.locale = locale
    }

    /// Opens and checks the library of a bundle. Throws before that where this host does not speak its versions of the C ABI.
    package init(
        opening bundle: ExtensionBundle,
        privateFolder: String,
        receivedFolder: String,
        style: PresentationStyle,
        locale: String = "en"
    ) throws(MayflyError) {
        try bundle.requireSharedVersion()
        let library = try bundle.openLibrary()
        self.init(
            library: library.descriptor,
            libraryName: bundle.libraryName,
            bundleFolder: bundle.folder,
            privateFolder: privateFolder,
            receivedFolder: receivedFolder,
            style: style,
            runtime: library.runtime,
            locale: locale
        )
    }
}
