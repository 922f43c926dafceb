import Foundation

/// A bundle folder whose files change with every input; removed when the process ends in good order.
struct ScratchBundle {
    /// The smallest whole GIF.
    private static let icon: [UInt8] =
        Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4C, 1, 0, 0x3B]

    private static let root: String = {
        atexit { try? FileManager.default.removeItem(atPath: ScratchBundle.rootPath) }
        return rootPath
    }()

    private static let rootPath = NSTemporaryDirectory() + "mayfly-fuzz-\(getpid())"

    let path: String

    /// Makes the folder with its manifest, an icon and empty folders.
    init(_ name: String, manifest: String, folders: [String] = []) {
        path = Self.root + "/" + name
        for folder in [""] + folders {
            try? FileManager.default.createDirectory(atPath: path + "/" + folder, withIntermediateDirectories: true)
        }
        write(Array(manifest.utf8), to: "manifest.json")
        write(Self.icon, to: "icon.gif")
    }

    /// Gives a file of the bundle other bytes.
    func write(_ bytes: [UInt8], to name: String) {
        let descriptor = open(path + "/" + name, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        precondition(descriptor >= 0, "\(path)/\(name) cannot be written")
        defer { close(descriptor) }
        // Cut last: file systems bring a file that was emptied first to the disk when it is closed, which takes long.
        let isWhole =
            pwrite(descriptor, bytes, bytes.count, 0) == bytes.count && ftruncate(descriptor, bytes.count) == 0
        precondition(isWhole, "\(path)/\(name) is not whole")
    }
}
