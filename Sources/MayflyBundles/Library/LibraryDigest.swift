internal import MayflyLinux
package import MayflyModel

/// The SHA-256 of a library, by which a changed file is told from the one that crashed before.
package enum LibraryDigest {
    private static let step = 256 * 1024

    /// Hashes an open file in pieces, by position, so that the descriptor's own place does not move.
    ///
    /// The descriptor stays the caller's. Gives 32 bytes; throws `.files` when the file cannot be read.
    package static func sha256(of descriptor: Int32) throws(MayflyError) -> [UInt8] {
        var hash = SHA256()
        var offset = 0
        do {
            while true {
                let piece = try RegularFile.read(descriptor, at: offset, count: step)
                hash.update(piece)
                offset += piece.count
                if piece.count < step { return hash.finalize() }
            }
        } catch {
            throw MayflyError(.files, "the library could not be read: \(error.reason)", cause: error)
        }
    }
}
