internal import CMayflyLinux
internal import Glibc
package import MayflyModel

/// Removes a folder that an extension has filled. Foundation fails on paths that are longer than the kernel allows, and
/// on folders without rights for their owner.
package enum FolderRemoval {
    /// Removes the folder with its contents. A folder that does not exist counts as removed.
    package static func remove(_ path: String) throws(MayflyError) {
        let status = mayfly_remove_tree(path)
        guard status == 0 || status == -ENOENT else {
            throw MayflyError(.files, "the folder \(path) cannot be removed: \(String(cString: strerror(-status)))")
        }
    }
}
