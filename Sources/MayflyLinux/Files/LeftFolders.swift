/// Folders that a process keeps locked while it uses them, among the files of everybody. One that is not locked belongs to a process
/// that was killed.
package enum LeftFolders {
    /// How many names of a folder are looked at: others may make as many files there as they like.
    private static let mostNames = 4096

    /// Removes the folders in `place` with such a name that are this user's and that no process has locked. What cannot be removed
    /// stays.
    package static func remove(in place: String, owner: UInt32, where isOne: (String) -> Bool) {
        for name in OpenFolder(place)?.names(atMost: mostNames) ?? [] where isOne(name) {
            let path = "\(place)/\(name)"
            guard let lock = FileLock(ofFolder: path, owner: owner) else { continue }
            try? FolderRemoval.remove(path)
            extendLifetime(lock)
        }
    }
}
