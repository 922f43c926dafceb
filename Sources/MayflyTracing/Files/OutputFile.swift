internal import Glibc
package import MayflyModel

/// A file that is written from its beginning to its end, through a buffer. An earlier one of that name is replaced.
package final class OutputFile {
    private let path: String
    private var descriptor: Int32
    private var buffer: [UInt8] = []
    /// How many bytes were written, those in the buffer included.
    package private(set) var count = 0
    /// Why the first write failed; nil while none has.
    package private(set) var problem: MayflyError?

    private static let bufferSize = 1 << 16

    /// Throws `.files` where the file cannot be made.
    package init(path: String) throws(MayflyError) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0o600)
        guard descriptor >= 0 else { throw Self.failure(path) }
    }

    deinit { if descriptor >= 0 { Glibc.close(descriptor) } }

    /// Adds bytes. After a failure they are dropped.
    package func write(_ bytes: some Collection<UInt8>) {
        count += bytes.count
        buffer.append(contentsOf: bytes)
        if buffer.count >= Self.bufferSize { flush() }
    }

    /// Writes what the buffer holds.
    package func flush() {
        var written = 0
        while problem == nil, written < buffer.count {
            let result = buffer.withUnsafeBytes { bytes in
                Glibc.write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
            }
            if result > 0 { written += result } else if errno != EINTR { problem = Self.failure(path) }
        }
        buffer.removeAll(keepingCapacity: true)
    }

    /// Writes the rest and closes the file.
    package func close() {
        flush()
        guard descriptor >= 0 else { return }
        if Glibc.close(descriptor) != 0, problem == nil { problem = Self.failure(path) }
        descriptor = -1
    }

    private static func failure(_ path: String) -> MayflyError {
        MayflyError(.files, "'\(SafeText.line(path))' cannot be written: \(String(cString: strerror(errno)))")
    }
}
