/// Which uploads there are, and how much room they take. It touches no file: `Uploads` removes the folders of those that it forgets.
struct KeptUploads {
    /// Files that may be kept at once.
    static let mostFiles = 1_024
    /// Bytes that they may have together.
    static let mostBytes = 256 << 20

    /// What a handle names: a file, or the folder of a bundle.
    private struct Upload {
        /// Later ones have greater numbers.
        let number: Int
        /// Its own folder.
        let folder: String
        /// In that folder.
        let name: String
        var files = 0
        var bytes = 0
        /// How many of its files are being written.
        var open = 0
    }

    private var uploads: [String: Upload] = [:]
    private var lastNumber = 0

    /// The folder of an upload, and the name of what is in it.
    func place(of handle: String) -> (folder: String, name: String)? {
        uploads[handle].map { ($0.folder, $0.name) }
    }

    /// Adds an upload without a file, and gives its folder, which is one in `parent` that no other upload has.
    mutating func add(_ handle: String, named name: String, in parent: String) -> String {
        lastNumber += 1
        let folder = "\(parent)/\(lastNumber)"
        uploads[handle] = Upload(number: lastNumber, folder: folder, name: name)
        return folder
    }

    /// A file of the upload is begun.
    mutating func begin(_ handle: String) {
        uploads[handle]?.files += 1
        uploads[handle]?.open += 1
    }

    /// A file of the upload has more bytes.
    mutating func grow(_ handle: String, by bytes: Int) { uploads[handle]?.bytes += bytes }

    /// A file of the upload is written.
    mutating func finish(_ handle: String) { uploads[handle]?.open -= 1 }

    /// A file of the upload is given up. Gives the folder of the upload where that was its only file.
    mutating func cancel(_ handle: String, bytes: Int) -> String? {
        uploads[handle]?.files -= 1
        uploads[handle]?.open -= 1
        uploads[handle]?.bytes -= bytes
        return uploads[handle]?.files == 0 ? remove(handle) : nil
    }

    /// Forgets an upload, and gives its folder.
    mutating func remove(_ handle: String) -> String? { uploads.removeValue(forKey: handle)?.folder }

    /// Forgets the oldest uploads until all that is kept is within the bounds, and gives their folders. The upload that needs the room
    /// stays, and so do those that are being written.
    mutating func makeRoom(for handle: String) -> (isRoom: Bool, forgotten: [String]) {
        var forgotten: [String] = []
        while uploads.values.reduce(0, { $0 + $1.files }) > Self.mostFiles
            || uploads.values.reduce(0, { $0 + $1.bytes }) > Self.mostBytes
        {
            let others = uploads.filter { $0.key != handle && $0.value.open == 0 }
            guard let oldest = others.min(by: { $0.value.number < $1.value.number })?.key else {
                return (false, forgotten)
            }
            forgotten += [remove(oldest)].compactMap(\.self)
        }
        return (true, forgotten)
    }
}
