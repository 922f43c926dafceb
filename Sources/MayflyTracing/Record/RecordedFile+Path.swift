internal import MayflyABI

extension RecordedFile {
    /// Whether a file may be made at the path: in the private folder or that of received files, and nowhere else.
    static func isPossible(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count >= 3, parts.count <= 8, parts[0].isEmpty else { return false }
        let folders = [WorkerContract.privateFolder, WorkerContract.receivedFolder]
        return folders.contains("/" + parts[1])
            && parts.dropFirst(2).allSatisfy { part in
                !part.isEmpty && part != "." && part != ".." && part.utf8.count <= 255 && !part.utf8.contains(0)
            }
    }
}
