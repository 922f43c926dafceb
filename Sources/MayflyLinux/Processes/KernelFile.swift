internal import Glibc

/// A file of the kernel's, as those of /proc are: it has no size, and it may be empty.
///
/// Foundation reads them too, but loses 4 KiB of memory with each that is empty (seen with Swift 6.3.1 on Linux).
package enum KernelFile {
    /// All of it; nil where it cannot be read.
    package static func bytes(of path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        let isWhole = withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 8) { piece in
            while true {
                let count = read(descriptor, piece.baseAddress, piece.count)
                guard count > 0 else { return count == 0 }
                bytes += piece[..<count]
            }
        }
        return isWhole ? bytes : nil
    }

    package static func text(of path: String) -> String? {
        bytes(of: path).map { String(decoding: $0, as: UTF8.self) }
    }
}
