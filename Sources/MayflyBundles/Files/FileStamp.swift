internal import Glibc

/// Tells a file from another one that took its place, as far as that can be told without reading it.
package struct FileStamp: Sendable, Hashable {
    private let device: dev_t
    private let inode: ino_t
    private let size: off_t
    /// Of the last change of the file or of what the system knows of it: nobody sets it back.
    private let seconds: time_t
    private let nanoseconds: Int

    /// Nil where there is no such file.
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

    private init(_ status: stat) {
        (device, inode, size) = (status.st_dev, status.st_ino, status.st_size)
        (seconds, nanoseconds) = (status.st_ctim.tv_sec, status.st_ctim.tv_nsec)
    }
}
