internal import Glibc

/// Identifies the content of a file without reading it: it differs after a change or replacement of the file.
package struct FileStamp: Sendable, Hashable {
    private let device: dev_t
    private let inode: ino_t
    private let size: off_t
    /// The time of the last change of the inode (`st_ctim`), which programs cannot set.
    private let seconds: time_t
    private let nanoseconds: Int

    /// Nil when there is no such file.
    package init?(path: String?) {
        var status = stat()
        guard let path, stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Nil for a descriptor that is not open.
    package init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The stamp as bytes, to be stored.
    package var bytes: [UInt8] {
        let parts = [
            UInt64(device), UInt64(inode), UInt64(bitPattern: Int64(size)), UInt64(bitPattern: Int64(seconds)),
            UInt64(bitPattern: Int64(nanoseconds)),
        ]
        return parts.flatMap { part in withUnsafeBytes(of: part.littleEndian) { Array($0) } }
    }

    private init(_ status: stat) {
        (device, inode, size) = (status.st_dev, status.st_ino, status.st_size)
        (seconds, nanoseconds) = (status.st_ctim.tv_sec, status.st_ctim.tv_nsec)
    }
}
