internal import MayflyBundles
internal import MayflyModel
internal import Synchronization

/// The icon of a bundle as it goes with messages (C-211). It is read once, when the extension stages its first message.
final class BundleIcon: Sendable {
    struct Picture: Sendable {
        let bytes: [UInt8]
        let type: MediaType
        let size: MediaFile.PixelSize
    }

    private let folder: String
    private let name: String
    /// Nil before it was read; nil inside where there is none that is sent.
    private let read = Mutex<Picture??>(nil)

    init(_ bundle: ExtensionBundle) {
        folder = bundle.folder
        name = bundle.manifest.icon
    }

    /// Nil for one of more than `Origin.mostIconBytes`, and where it cannot be read.
    var picture: Picture? {
        read.withLock { read in
            if let read { return read }
            let picture = Self.picture(name, in: folder)
            read = .some(picture)
            return picture
        }
    }

    private static func picture(_ name: String, in folder: String) -> Picture? {
        guard let file = try? ConfinedFolder(path: folder).file(name),
            let bytes = try? file.bytes(limit: Origin.mostIconBytes),
            let type = MediaProbe.type(of: bytes, isWhole: true), type.isPicture,
            let size = try? MediaProbe.picture(bytes).size
        else { return nil }
        return Picture(bytes: bytes, type: type, size: size)
    }
}
