internal import MayflyModel

/// The conversations whose envelopes are delivered for an earlier program.
enum PendingPlace {
    case anywhere
    case only(ConversationID)
    case elsewhere(than: ConversationID)

    func includes(_ conversation: ConversationID) -> Bool {
        switch self {
        case .anywhere: true
        case .only(let place): conversation == place
        case .elsewhere(let place): conversation != place
        }
    }
}
