internal import Foundation
internal import MayflyExtension

/// The extension in Swift with Foundation that `mayfly bench` measures. It answers like the one in C.
final class BenchExtension: MessageExtension {
    private struct Launch: Codable {
        let id: UUID
        let words: [String: Int]
    }

    private var seen: Data?

    /// The most common use of Foundation in extensions: values to JSON and back.
    override func viewDidLoad() {
        let launch = Launch(id: UUID(), words: ["launches": 1])
        seen = try? JSONEncoder().encode(launch)
        _ = seen.flatMap { try? JSONDecoder().decode(Launch.self, from: $0) }
    }

    override func didPerform(_ action: Action) {
        guard let request = action.id, request.utf8.first == UInt8(ascii: "E") else { return }
        let reply = request.utf8.prefix(1) + request.utf8.dropFirst().map { $0 ^ 1 }
        try? activeConversation?.insertText(String(decoding: reply, as: UTF8.self))
    }
}
