internal import Glibc
internal import MayflyLinux
package import MayflyModel

/// Reads a file that a person names.
package enum InputFile {
    /// The whole content. Throws `.files` for what cannot be read, is no regular file or is larger than the limit.
    package static func bytes(of path: String, limit: Int) throws(MayflyError) -> [UInt8] {
        let name = "'\(SafeText.line(path))'"
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else {
            throw MayflyError(.files, "\(name) cannot be read: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw MayflyError(.files, "\(name) is not a file")
        }
        guard let bytes = read(descriptor, atMost: limit + 1) else {
            throw MayflyError(.files, "\(name) cannot be read: \(String(cString: strerror(errno)))")
        }
        guard bytes.count <= limit else {
            throw MayflyError(.files, "\(name) has \(status.st_size) bytes; at most \(limit) are read")
        }
        return bytes
    }

    /// Whether there is something of that name.
    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Up to so many bytes from the beginning; nil on an error.
    static func read(_ descriptor: Int32, atMost limit: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < limit {
            let wanted = min(piece.count, limit - bytes.count)
            let count = pread(descriptor, &piece, wanted, off_t(bytes.count))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            guard count > 0 else { break }
            bytes.append(contentsOf: piece[..<count])
        }
        return bytes
    }

    /// The SHA-256 of a whole file as hexadecimal digits; nil where it cannot be read.
    static func digest(_ descriptor: Int32) -> String? {
        var digest = SHA256()
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        var offset = 0
        while true {
            let count = pread(descriptor, &piece, piece.count, off_t(offset))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            guard count > 0 else { return digest.finalize().hexadecimal }
            digest.update(piece[..<count])
            offset += count
        }
    }
}
