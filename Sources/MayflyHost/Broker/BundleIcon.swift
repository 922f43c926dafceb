internal import MayflyBundles
internal import MayflyLinux
internal import MayflyModel
internal import Synchronization

/// The icon of a bundle as it goes with messages (C-211). It is read once, when the extension stages its first message.
final class BundleIcon: Sendable {
    struct Picture: Sendable {
        let bytes: [UInt8]
        let type: MediaType
        let size: MediaFile.PixelSize
    }

    private struct State {
        /// Nil before it was read; nil inside where there is none that is sent.
        var read: Picture??
        var kept: (file: MediaFile, at: Moment)?
    }

    /// For so long a kept file is named again without being counted.
    private static let longestKept = Duration.seconds(30)

    private let bundle: ExtensionBundle
    private let state = Mutex(State())

    init(_ bundle: ExtensionBundle) { self.bundle = bundle }

    /// The kept file of the icon, for which `keep` is called now and then. Nil for an icon of more than `Origin.mostIconBytes`, for one that
    /// cannot be read, and where `keep` gives none. `isThere` makes a kept file young again; false where it is missing.
    func file(isThere: (MediaFile) -> Bool, _ keep: (Picture) -> MediaFile?) -> MediaFile? {
        state.withLock { state in
            if let kept = state.kept, kept.at.duration(to: .now) < Self.longestKept, isThere(kept.file) {
                return kept.file
            }
            let read = state.read ?? Self.picture(of: bundle)
            state.read = .some(read)
            state.kept = read.flatMap(keep).map { ($0, .now) }
            return state.kept?.file
        }
    }

    private static func picture(of bundle: ExtensionBundle) -> Picture? {
        guard let icon = bundle.iconFile(limit: Origin.mostIconBytes),
            let size = try? MediaProbe.picture(icon.bytes).size
        else { return nil }
        return Picture(bytes: icon.bytes, type: icon.type, size: size)
    }
}
