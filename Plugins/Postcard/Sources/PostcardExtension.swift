internal import MayflyExtension

/// Postcard: a picture of the user, with a few words below it.
final class PostcardExtension: MessageExtension {
    private let desk: WritingDesk

    required init(_ launch: Launch) {
        desk = WritingDesk(launch)
        super.init(launch)
    }

    override func viewDidLoad() { desk.readSettings() }

    override func didChangeSettings() { desk.readSettings() }

    override func willBecomeActive(with conversation: Conversation) {
        desk.open(conversation.selectedMessage)
    }

    override func didSelect(_ message: Message, conversation: Conversation) {
        desk.open(message)
    }

    override func didTransition(to style: PresentationStyle) {
        desk.show(in: style)
    }

    override func didPerform(_ action: Action) {
        guard let conversation = activeConversation, let button = action.id.flatMap(Button.init) else { return }
        desk.write(action.inputs[WritingDesk.wordsInput])
        switch button {
        case .camera: desk.askForPicture(from: .camera, in: conversation)
        case .photo: desk.askForPicture(from: .photos, in: conversation)
        case .write: requestPresentationStyle(.expanded)
        case .postcard: desk.stagePostcard(in: conversation)
        case .sticker: desk.stageSticker(in: conversation)
        case .discard: desk.discard()
        }
    }
}

/// The buttons of the cards, by their ids.
enum Button: String {
    case camera, photo, write, postcard, sticker, discard
}
