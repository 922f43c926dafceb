internal import CMayflyLinux
internal import Glibc
package import MayflyModel

/// The end of a folder that an extension has filled. Foundation gives up on paths that are too long for the kernel, and on
/// folders that are closed.
package enum FolderRemoval {
    /// Removes the folder with all that is in it. One that is not there is as good as removed.
    package static func remove(_ path: String) throws(MayflyError) {
        let status = mayfly_remove_tree(path)
        guard status == 0 || status == -ENOENT else {
            throw MayflyError(.files, "the folder \(path) cannot be removed: \(String(cString: strerror(-status)))")
        }
    }
}
