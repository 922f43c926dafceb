internal import Glibc
package import MayflyModel

/// A file that is open for reading, and whose descriptor was checked to be a regular file.
///
/// All reads are positional, so that the descriptor can be shared with another process. It is closed with this value.
package struct RegularFile: ~Copyable {
    private let descriptor: Int32
    /// Its length in bytes when it was opened.
    package let size: Int

    /// The flags for opening an untrusted path, which can be replaced by a FIFO, a terminal or a link at any time.
    static let openFlags = O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC

    /// Takes the ownership of a descriptor, which is closed on an error.
    static func adopt(_ descriptor: Int32) throws(FileProblem) -> RegularFile {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let problem = FileProblem.lastCall()
            close(descriptor)
            throw FileProblem(.unmeasured, problem.reason)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw FileProblem.notRegular(mode: status.st_mode)
        }
        return RegularFile(descriptor: descriptor, size: Int(status.st_size))
    }

    private init(descriptor: Int32, size: Int) {
        self.descriptor = descriptor
        self.size = size
    }

    deinit { close(descriptor) }

    /// Passes the ownership of the descriptor to the caller.
    consuming func release() -> Int32 {
        let kept = descriptor
        discard self
        return kept
    }

    /// Lends the descriptor during a call. A copy of the number would be unsafe: the file is closed after its last use,
    /// not at the end of the scope.
    borrowing func withDescriptor<Result, Failure: Error>(
        _ body: (Int32) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(descriptor)
    }

    /// Up to `count` bytes from a position; fewer only at the end of the file.
    package borrowing func bytes(at offset: Int, count: Int) throws(FileProblem) -> [UInt8] {
        try Self.read(descriptor, at: offset, count: count)
    }

    /// Bytes of a piece of a file that may be large.
    private static let pieceSize = 1 << 20

    /// Passes on the content piece after piece, in order, up to the end that the file has then. `unreadable` makes the error of a read that
    /// fails.
    package borrowing func forEachPiece<Failure>(
        unreadable: (FileProblem) -> Failure,
        _ body: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        var offset = 0
        while true {
            let piece: [UInt8]
            do { piece = try bytes(at: offset, count: Self.pieceSize) } catch { throw unreadable(error) }
            try body(piece)
            offset += piece.count
            if piece.count < Self.pieceSize { return }
        }
    }

    /// The whole content; refused when the file is longer than the limit, even if it grew after it was opened.
    package borrowing func bytes(limit: Int) throws(FileProblem) -> [UInt8] {
        guard size <= limit else { throw .tooLarge(size, limit: limit) }
        let content = try Self.read(descriptor, at: 0, count: size + 1)
        guard content.count <= size else {
            throw FileProblem(.unmeasured, "it is longer than the system says, or grew")
        }
        return content
    }

    /// The whole content of a file that a person named; links are followed. Throws `.files` with the path.
    package static func contents(of path: String, limit: Int) throws(MayflyError) -> [UInt8] {
        do {
            guard !path.utf8.contains(0) else { throw FileProblem(.missing, "no such file") }
            let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { throw FileProblem.lastCall() }
            return try adopt(descriptor).bytes(limit: limit)
        } catch let problem as FileProblem {
            throw MayflyError(.files, "\(shown(path, limit: 300)): \(problem.reason)", cause: problem)
        } catch {
            throw MayflyError(.files, "\(shown(path, limit: 300)): cannot be read", cause: error)
        }
    }

    /// Up to `count` bytes from a position of an open file; fewer only at its end.
    package static func read(_ descriptor: Int32, at offset: Int, count: Int) throws(FileProblem) -> [UInt8] {
        guard offset >= 0, count > 0 else { return [] }
        var failure: FileProblem?
        let content = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let free = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                let step = pread(descriptor, free.baseAddress, free.count, off_t(offset + filled))
                if step == 0 { return }
                if step < 0 {
                    if errno == EINTR { continue }
                    failure = .lastCall()
                    return
                }
                filled += step
            }
        }
        if let failure { throw failure }
        return content
    }
}
