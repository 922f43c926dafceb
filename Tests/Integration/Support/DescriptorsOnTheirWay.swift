import CMayflyLinux
import MayflyLinux
import Testing

/// Descriptors that were sent and that nobody receives, while this value lives. The kernel counts them for the user.
final class DescriptorsOnTheirWay {
    private static let atOnce = 8
    private var pairs: [DescriptorPair] = []

    init(_ count: Int) throws {
        for _ in 0..<(count / Self.atOnce) {
            let pair = try DescriptorPair(.packets, for: "a test")
            pairs.append(pair)
            let files = [Int32](repeating: pair.theirs, count: Self.atOnce)
            try #require(mayfly_send_packet(pair.ours, "files", 5, files, files.count) == 0)
        }
    }

    deinit {
        for pair in pairs {
            pair.closeOurs()
            pair.closeTheirs()
        }
    }
}
