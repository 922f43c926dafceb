import MayflyExtension

/// @NAME@: a number that two people raise together. It travels in the message, as `?count=3`.
final class Counter: MessageExtension {
    private static let name = "@NAME@"
    private static let numbers = 0...999_999

    private var count = 0

    override func willBecomeActive(with conversation: Conversation) { open(conversation.selectedMessage) }

    /// The user tapped a message of this extension.
    override func didSelect(_ message: Message, conversation: Conversation) { open(message) }

    /// A message has arrived: of the session that is open, it is the newer one.
    override func didReceive(_ message: Message, conversation: Conversation) {
        guard let session = message.session, session == conversation.selectedMessage?.session else { return }
        open(message)
    }

    override func didPerform(_ action: Action) {
        switch action.id {
        case "add":
            count = min(count + 1, Self.numbers.upperBound)
            show()
        case "stage": stage()
        default: break
        }
    }

    /// Takes over the number of a message, if it has one. It may come from another device, so it may be anything.
    private func open(_ message: Message?) {
        if let number = message?.query["count"].flatMap({ Int($0) }), Self.numbers.contains(number) { count = number }
        show()
    }

    private func show() {
        let buttons: [CardAction] = [
            .submit(id: "add", title: "Add one", style: .positive),
            .submit(id: "stage", title: "Put into the message"),
        ]
        present(Card([.text("\(count)", size: .extraLarge)], actions: buttons))
    }

    /// Puts the number into the input field: the next message of the session that is open, or the first of a new one.
    private func stage() {
        guard let conversation = activeConversation else { return }
        var query = Query()
        query["count"] = "\(count)"
        var message = Message(session: conversation.selectedMessage?.session ?? conversation.makeSession())
        message.url = query.url
        message.layout = TemplateLayout(caption: "\(Self.name): \(count)")
        message.summaryText = message.layout?.caption
        message.accessibilityLabel = message.layout?.caption
        do {
            // The completion runs on another thread: it captures the host, not self.
            try conversation.insert(message) { [host] error in
                if let error { host.log("\(error)", level: .error) }
            }
            // The user sees the input field in the compact style only.
            requestPresentationStyle(.compact)
        } catch {
            log("\(error)", level: .error)
        }
    }
}

/// The one function that the library exports.
@c(mayfly_extension_entry)
public func entry(_ offer: UnsafeRawPointer?, _ answer: UnsafeMutableRawPointer?) -> Int32 {
    ExtensionMain.start(Counter.self, offer, answer)
}
