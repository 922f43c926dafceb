internal import MayflyExtension

/// Has a button for each call of the Swift face, and writes to its log what it was answered and what it is told.
///
/// `SwiftFaceTests` presses them.
final class SwiftFace: MessageExtension {
    private static let buttons = [
        "insert message", "insert sticker", "insert text", "insert attachment", "insert nothing", "insert memory",
        "send message",
        "send sticker", "send text", "send attachment", "browse", "expand", "dismiss", "crash",
        "read settings",
    ]
    private var names = ["first", "missing", "last"]
    private var isBrowsing = false

    /// A GIF of one pixel.
    private static let pixel: [UInt8] =
        Array("GIF89a".utf8) + [
            1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B,
        ]

    private var picture: String { (privateFolder ?? "") + "/good.png" }

    override func viewDidLoad() {
        let buttons = Self.buttons + Services.buttons
        present(
            Card(
                [.text("face"), .textInput(id: "url", label: "Address")],
                actions: buttons.map { .submit(id: $0, title: $0) }
            )
        )
    }

    override func didPerform(_ action: Action) {
        guard let id = action.id, let conversation = activeConversation else { return }
        do throws(MessageError) {
            switch id {
            case "browse":
                isBrowsing = true
                host.presentStickerBrowser()
            case "expand": requestPresentationStyle(.expanded)
            case "dismiss": dismiss()
            case "read settings": try readSettings()
            case "crash": log("votes \(Self.first(of: []))")
            case let id where Services.buttons.contains(id):
                try Services(host: host).ask(id, url: action.inputs["url"] ?? "", in: conversation)
            default: try give(id, in: conversation)
            }
        } catch {
            log("thrown \(id) \(error.code.rawValue)")
        }
    }

    private func readSettings() throws(MessageError) {
        try host.readSettings { [host] answer in
            switch answer {
            case .success(let values):
                host.log("settings \(values.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: ","))")
            case .failure(let error): host.log("settings \(error.code.rawValue)")
            }
        }
    }

    /// Crashes without votes.
    @inline(never)
    static func first(of votes: [Int]) -> Int { votes[0] }

    /// The calls that are answered.
    private func give(_ id: String, in conversation: Conversation) throws(MessageError) {
        let answer: Conversation.Completion = { [host] error in
            host.log("answered \(id) \(error.map { "\($0.domain) \($0.code.rawValue)" } ?? "fine")")
        }
        var message = Message(session: conversation.makeSession())
        message.url = "?from=swift"
        message.layout = TemplateLayout(imageFile: picture, caption: "from Swift")
        let sticker = Sticker(file: picture, localizedDescription: "a cup")
        switch id {
        case "insert message": try conversation.insert(message, completion: answer)
        case "insert memory":
            message.layout = TemplateLayout(imageBytes: Self.pixel, caption: "from memory")
            try conversation.insert(message, completion: answer)
        case "insert sticker": try conversation.insert(sticker, completion: answer)
        case "insert text": try conversation.insertText("words", completion: answer)
        case "insert attachment":
            try conversation.insertAttachment(picture, alternateFilename: "shown.png", completion: answer)
        case "insert nothing": try conversation.insertAttachment(picture + ".gone", completion: answer)
        case "send message": try conversation.send(message, completion: answer)
        case "send sticker": try conversation.send(sticker, completion: answer)
        case "send text": try conversation.sendText("words to send", completion: answer)
        case "send attachment":
            try conversation.sendAttachment(picture, alternateFilename: "sent.png", completion: answer)
        default: log("unknown \(id)")
        }
    }

    override func didStartSending(_ message: Message, conversation: Conversation) {
        log(
            "sending \(message.layout?.caption ?? "nothing") \(message.sender == conversation.localParticipantIdentifier)"
        )
    }

    override func didChangeSettings() { log("settings changed") }

    /// The browser shows one sticker from then on, and in compact style in large cells.
    override func didTransition(to style: PresentationStyle) {
        log("style \(style.rawValue)")
        guard isBrowsing else { return }
        names = ["only"]
        if style == .expanded {
            host.reloadStickers()
        } else {
            host.presentStickerBrowser(size: .large)
        }
    }

    override var stickerCount: Int { names.count }

    override func sticker(at index: Int) -> Sticker? {
        names[index] == "missing" ? nil : Sticker(file: picture, localizedDescription: names[index])
    }
}

/// The one function that the library exports.
@c(mayfly_extension_entry)
public func entry(_ offer: UnsafeRawPointer?, _ answer: UnsafeMutableRawPointer?) -> Int32 {
    ExtensionMain.start(SwiftFace.self, offer, answer)
}
