internal import Glibc
internal import MayflyABI

/// The files of a launch on this machine. An extension may change its folders at any time: links are not followed.
enum ExtensionFiles {
    /// A file by its path in a sandbox.
    struct Found {
        let path: String
        let size: Int
        /// Nil where it is too large to be kept.
        let content: [UInt8]?
    }

    private static let mostFiles = 256
    private static let deepest = 4
    private static let largestContent = 1 << 20
    private static let largestLibrary = 64 << 20

    /// What is in the private folder and in the folder of received files.
    static func all(in places: LaunchFacts.Places) -> [Found] {
        folders(of: places).flatMap { folder, shown in
            paths(in: folder).compactMap { found(folder + "/" + $0, as: shown + "/" + $0) }
        }
    }

    /// The file of a path that the extension knows, if it is in one of these folders.
    static func file(_ path: String, in places: LaunchFacts.Places) -> Found? {
        for (folder, shown) in folders(of: places) {
            for beginning in [folder, shown] where path.hasPrefix(beginning + "/") {
                let rest = path.dropFirst(beginning.count)
                guard !rest.split(separator: "/").contains("..") else { return nil }
                return found(folder + rest, as: shown + rest)
            }
        }
        return nil
    }

    private static func folders(of places: LaunchFacts.Places) -> [(String, shown: String)] {
        [
            (places.privateFolder, WorkerContract.privateFolder), (places.received, WorkerContract.receivedFolder),
        ]
    }

    private static func found(_ path: String, as shown: String) -> Found? {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        let size = Int(status.st_size)
        let content = size <= largestContent ? InputFile.read(descriptor, atMost: size) : nil
        return Found(path: shown, size: size, content: content?.count == size ? content : nil)
    }

    /// The relative paths of the files of a folder, of a limited number.
    private static func paths(in folder: String, below: String = "", depth: Int = 0) -> [String] {
        guard depth < deepest, let stream = opendir(folder + "/" + below) else { return [] }
        defer { closedir(stream) }
        var found: [String] = []
        while found.count < mostFiles, let entry = readdir(stream) {
            let name = withUnsafePointer(to: entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name != ".", name != ".." else { continue }
            let path = below.isEmpty ? name : below + "/" + name
            switch Int(entry.pointee.d_type) {
            case Int(DT_REG): found.append(path)
            case Int(DT_DIR): found += paths(in: folder, below: path, depth: depth + 1)
            default: break
            }
        }
        return Array(found.prefix(mostFiles)).sorted()
    }

    /// What the words of an extension are looked for in: its library, its manifest and the names of its files.
    static func words(of launch: LaunchFacts) -> [[UInt8]] {
        let library = launch.library >= 0 ? InputFile.read(launch.library, atMost: largestLibrary) : nil
        let manifest = try? InputFile.bytes(of: launch.places.bundle + "/manifest.json", limit: largestContent)
        let names = paths(in: launch.places.bundle).joined(separator: "\n")
        return [library ?? [], manifest ?? [], Array(names.utf8)]
    }
}
