internal import MayflyExtension

/// Ice Cream Builder: friends build an ice cream together, one step a message.
final class IceCreamExtension: MessageExtension {
    private let parlour: Parlour

    required init(_ launch: Launch) {
        parlour = Parlour(launch)
        super.init(launch)
    }

    override func willBecomeActive(with conversation: Conversation) {
        parlour.open(conversation.selectedMessage)
    }

    override func didSelect(_ message: Message, conversation: Conversation) {
        parlour.open(message)
    }

    /// The selected message does not change; a newer one of its session arrives here (C-067).
    override func didReceive(_ message: Message, conversation: Conversation) {
        guard let session = message.session, session == conversation.selectedMessage?.session else { return }
        parlour.update(to: message)
    }

    override func didTransition(to style: PresentationStyle) {
        parlour.show(in: style)
    }

    /// The ids of buttons are "new", "theme", or a step and an option, such as "base-cone".
    override func didPerform(_ action: Action) {
        guard let id = action.id, let conversation = activeConversation else { return }
        if id == "new" {
            parlour.startAnew()
        } else if id == "theme" {
            parlour.buyTheme(in: conversation)
        } else if let dash = id.firstIndex(of: "-") {
            parlour.choose(String(id[id.index(after: dash)...]), in: conversation)
        }
    }
}
