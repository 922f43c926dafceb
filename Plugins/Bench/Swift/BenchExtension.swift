internal import MayflyExtension

/// The extension in Swift that `mayfly bench` measures. It answers like the one in C.
final class BenchExtension: MessageExtension {
    private var launches: [String: Int] = [:]

    /// Uses the parts of the runtime that every extension uses: a dictionary, text, a class.
    override func viewDidLoad() { launches["\(Self.self)", default: 0] += 1 }

    override func didPerform(_ action: Action) {
        guard let request = action.id, let kind = request.utf8.first else { return }
        switch kind {
        case UInt8(ascii: "E"):
            let reply = [kind] + request.utf8.dropFirst().map { $0 ^ 1 }
            try? activeConversation?.insertText(String(decoding: reply, as: UTF8.self))
        case UInt8(ascii: "L"): while true { launches["turns", default: 0] &+= 1 }
        default: break
        }
    }
}
