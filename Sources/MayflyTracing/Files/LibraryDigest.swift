internal import Glibc
package import MayflyBundles
package import MayflyModel

/// Tells the libraries of bundles apart.
package enum LibraryDigest {
    /// The SHA-256 of the library of a bundle for this machine, as hexadecimal digits. Throws as a launch does.
    package static func of(_ bundle: ExtensionBundle) throws(MayflyError) -> String {
        let library = try bundle.openLibrary()
        defer { close(library.descriptor) }
        guard let digest = InputFile.digest(library.descriptor) else {
            throw MayflyError(.files, "the library of \(bundle.id) cannot be read")
        }
        return digest
    }
}
