internal import Glibc
internal import MayflyABI
internal import MayflyBundles

/// The files of a launch on this machine. An extension may change its folders at any time: nothing outside of them is read.
enum ExtensionFiles {
    /// A file by its path in a sandbox.
    struct Found {
        let path: String
        let size: Int
        /// Nil where it is too large to be kept.
        let content: [UInt8]?
    }

    /// Of each folder.
    private static let mostFiles = 256
    private static let deepest = 4
    private static let largestContent = 1 << 20
    private static let largestLibrary = 64 << 20

    /// What is in the private folder and in the folder of received files. Links are left out.
    static func all(in places: LaunchFacts.Places) -> [Found] {
        var files: [Found] = []
        for (place, shown) in folders(of: places) {
            guard let folder = try? ConfinedFolder(path: place) else { continue }
            for path in paths(in: folder) {
                if let file = found(path, in: folder, as: shown) { files.append(file) }
            }
        }
        return files
    }

    /// The file of a path that the extension knows, if it is in one of these folders.
    static func file(_ path: String, in places: LaunchFacts.Places) -> Found? {
        for (place, shown) in folders(of: places) {
            for beginning in [place, shown] where path.hasPrefix(beginning + "/") {
                guard let folder = try? ConfinedFolder(path: place) else { return nil }
                return found(String(path.dropFirst(beginning.count + 1)), in: folder, as: shown)
            }
        }
        return nil
    }

    private static func folders(of places: LaunchFacts.Places) -> [(String, shown: String)] {
        [
            (places.privateFolder, WorkerContract.privateFolder), (places.received, WorkerContract.receivedFolder),
        ]
    }

    private static func found(_ path: String, in folder: borrowing ConfinedFolder, as shown: String) -> Found? {
        let place = shown + "/" + path
        guard RecordedFile.isPossible(place), let file = try? folder.file(path) else { return nil }
        let content = try? file.bytes(limit: largestContent)
        return Found(path: place, size: file.size, content: content?.count == file.size ? content : nil)
    }

    /// The relative paths of the files of a folder, of a limited number.
    private static func paths(in folder: borrowing ConfinedFolder) -> [String] {
        var found: [String] = []
        add(folder, below: "", depth: 1, to: &found)
        return found
    }

    private static func add(
        _ folder: borrowing ConfinedFolder,
        below: String,
        depth: Int,
        to found: inout [String]
    ) {
        var count = 0
        let names = try? folder.names { _ in
            count += 1
            return count <= mostFiles
        }
        for name in names ?? [] where found.count < mostFiles {
            switch folder.mode(of: name).map({ $0 & S_IFMT }) {
            case S_IFREG: found.append(below + name)
            case S_IFDIR where depth < deepest:
                guard let inner = try? folder.folder(name) else { continue }
                add(inner, below: below + name + "/", depth: depth + 1, to: &found)
            default: break
            }
        }
    }

    /// What the words of an extension are looked for in: its library, its manifest and the names of its files.
    static func words(of launch: LaunchFacts) -> [[UInt8]] {
        var status = stat()
        let size = fstat(launch.library, &status) == 0 ? min(Int(status.st_size), largestLibrary) : 0
        let library = try? RegularFile.read(launch.library, at: 0, count: size)
        guard let bundle = try? ConfinedFolder(path: launch.places.bundle) else { return [library ?? []] }
        let names = paths(in: bundle).joined(separator: "\n")
        let manifest = try? bundle.file(Manifest.fileName).bytes(limit: Manifest.maximumSize)
        return [library ?? [], manifest ?? [], Array(names.utf8)]
    }
}
