internal import Glibc
package import MayflyBundles
internal import MayflyLinux
package import MayflyModel

/// Tells the libraries of bundles apart.
package enum LibraryDigest {
    private static let pieceSize = 1 << 16

    /// The SHA-256 of the library of a bundle for this machine, as hexadecimal digits. Throws as a launch does.
    package static func of(_ bundle: ExtensionBundle) throws(MayflyError) -> String {
        let library = try bundle.openLibrary()
        defer { close(library.descriptor) }
        guard let digest = of(library.descriptor) else {
            throw MayflyError(.files, "the library of \(bundle.id) cannot be read")
        }
        return digest
    }

    /// The same of an open file; nil where it cannot be read.
    static func of(_ descriptor: Int32) -> String? {
        var digest = SHA256()
        var offset = 0
        while true {
            guard let piece = try? RegularFile.read(descriptor, at: offset, count: pieceSize) else { return nil }
            digest.update(piece)
            guard piece.count == pieceSize else { return digest.finalize().hexadecimal }
            offset += piece.count
        }
    }
}
