internal import MayflyLinux
internal import MayflyModel

/// The SHA-256 of a library, which tells a changed library from the one that crashed.
enum LibraryDigest {
    private static let step = 256 * 1024

    /// Hashes an open file in pieces with positional reads, which do not move the file offset of the descriptor.
    ///
    /// The caller keeps the descriptor. Returns 32 bytes; throws `.files` when the file cannot be read.
    static func sha256(of descriptor: Int32) throws(MayflyError) -> [UInt8] {
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
