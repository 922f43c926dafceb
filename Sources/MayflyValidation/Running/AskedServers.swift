internal import MayflyHost
internal import MayflyModel
internal import Synchronization

/// The servers for which an extension asks while it is checked. A check answers for nobody: none of them is reached.
final class AskedServers: Sendable {
    private static let most = 64
    private let names = Mutex<Set<String>>([])

    /// Takes what happens in a window.
    func note(_ event: HostEvent) {
        guard case .question(let question) = event, case .network = question.permission else { return }
        names.withLock { names in
            if names.count < Self.most { names.insert("\(question.permission)") }
        }
    }

    /// The permissions, such as `network:api.example.com`, in their order.
    var permissions: [String] { names.withLock { $0.sorted() } }
}
