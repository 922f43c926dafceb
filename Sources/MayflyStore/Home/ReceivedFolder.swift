internal import MayflyLinux
package import MayflyModel

/// The files of messages that one extension on one device may read: copies, which the host makes and removes.
///
/// The extension sees the folder read-only, and what is in it never counts as the extension's: other people decide how many files
/// there are and how large they are. So the folder has limits of its own, and the file that was handed over longest ago goes first.
///
/// Without the sandbox an extension can change the folder. So the host never follows a link in it.
package struct ReceivedFolder: Sendable {
    /// The limit for the bytes of all files: more than the files of one callback, which can be two of the largest.
    package static let mostBytes = 4 * PictureRules.maximumBytes
    /// The limit for their number.
    package static let mostFiles = 1_000

    /// An absolute path.
    package let path: String
    private let mostBytes: Int
    private let mostFiles: Int

    package init(_ path: String, mostBytes: Int = mostBytes, mostFiles: Int = mostFiles) {
        self.path = path
        self.mostBytes = mostBytes
        self.mostFiles = mostFiles
    }

    /// Copies a stored file into the folder under its `storedName`, and removes the oldest files where there is no room. A file that
    /// is there already becomes the newest. False where the stored file is lost or damaged, or cannot be copied.
    package func add(_ file: MediaFile, from media: MediaStore) -> Bool {
        guard let folder = OpenFolder(path) else { return false }
        let name = file.storedName
        if let entry = folder.entry(name), entry.isRegular, entry.bytes == file.byteCount {
            folder.touch(name)
            return true
        }
        do throws(MayflyError) {
            // A copy and not a link: without the sandbox's root folder, an extension could change the mode of the file.
            let bytes = try media.read(file)
            makeRoom(for: bytes.count, in: folder)
            try folder.write(bytes, named: name)
            return true
        } catch {
            return false
        }
    }

    /// Removes the file of that name, if it is there.
    func remove(_ name: String) {
        guard let folder = OpenFolder(path) else { return }
        folder.remove(name)
    }

    private func makeRoom(for count: Int, in folder: borrowing OpenFolder) {
        var entries = folder.entries()
        var bytes = entries.reduce(count) { $0 + $1.bytes }
        guard bytes > mostBytes || entries.count >= mostFiles else { return }
        entries.sort { $0.written > $1.written }
        while bytes > mostBytes || entries.count >= mostFiles, let oldest = entries.popLast() {
            folder.remove(oldest.name)
            bytes -= oldest.bytes
        }
    }
}
