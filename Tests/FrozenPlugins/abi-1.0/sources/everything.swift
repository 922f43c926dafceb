internal import Glibc
internal import MayflyExtension
internal import Synchronization

/// The frozen plugin in Swift, with `MayflyExtension`: the same play as everything.c.
final class Everything: MessageExtension {
    private static let functions = [
        "insert_message", "insert_sticker", "insert_text", "insert_attachment", "send_message", "send_sticker",
        "send_text", "send_attachment", "request_presentation_style", "dismiss", "make_session",
        "present_sticker_browser", "private_folder", "read_session", "get_state", "put_state",
        "fetch", "choose_photo", "take_picture", "list_products", "owned_products", "buy_product", "request_payment",
        "read_settings", "hoard",
    ]
    /// A GIF of one pixel.
    private static let pixel: [UInt8] =
        Array("GIF89a".utf8) + [
            1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B,
        ]

    private let said: Said
    private var session: Session?
    private var hoard: [UInt8] = []
    private var picture: String { (privateFolder ?? "") + "/good.png" }

    required init(_ launch: Launch) {
        said = Said(launch.host)
        super.init(launch)
    }

    // MARK: The functions

    override func didPerform(_ action: Action) {
        guard let id = action.id, let conversation = activeConversation else { return }
        said.told("did_perform_action", action.verb == "call" ? id : "none")
        let value = action.inputs["value"] ?? ""
        do throws(MessageError) {
            try give(id, in: conversation)
            try act(id, value, in: conversation)
            try ask(id, value, in: conversation)
        } catch {
            said.answered(id, error, "at once")
        }
    }

    private func message(sends: Bool) -> Message {
        var message = Message(session: session)
        message.url = "?from=swift"
        message.summaryText = "summary"
        message.accessibilityLabel = "label"
        message.shouldExpire = sends
        message.layout = TemplateLayout(
            imageFile: sends ? nil : picture,
            imageBytes: sends ? Self.pixel : nil,
            mediaFile: sends ? nil : picture,
            imageTitle: "title",
            imageSubtitle: "subtitle",
            caption: "caption",
            subcaption: "subcaption",
            trailingCaption: "trailing",
            trailingSubcaption: "below"
        )
        return message
    }

    private func give(_ id: String, in conversation: Conversation) throws(MessageError) {
        let sticker = Sticker(file: picture, localizedDescription: "a cup")
        let answer = said.completion(id)
        switch id {
        case "insert_message": try conversation.insert(message(sends: false), completion: answer)
        case "insert_sticker": try conversation.insert(sticker, completion: answer)
        case "insert_text": try conversation.insertText("words", completion: answer)
        case "insert_attachment":
            try conversation.insertAttachment(picture, alternateFilename: "shown.png", completion: answer)
        case "send_message": try conversation.send(message(sends: true), completion: answer)
        case "send_sticker": try conversation.send(sticker, completion: answer)
        case "send_text": try conversation.sendText("words", completion: answer)
        case "send_attachment":
            try conversation.sendAttachment(picture, alternateFilename: "shown.png", completion: answer)
        default: break
        }
    }

    private func act(_ id: String, _ value: String, in conversation: Conversation) throws(MessageError) {
        switch id {
        case "request_presentation_style": requestPresentationStyle(.expanded)
        case "dismiss": dismiss()
        case "make_session":
            let made = conversation.makeSession()
            said.answered(id, nil, made == session ? "none" : "session")
            session = made
        case "present_sticker_browser":
            host.presentStickerBrowser(size: .large)
            host.reloadStickers()
        case "private_folder": said.answered(id, nil, privateFolder?.hasPrefix("/") == true ? "folder" : "none")
        case "read_settings":
            try host.readSettings { [said] result in
                said.answered(id, result) { $0.map { "\($0.key)=\($0.value)" }.joined() }
            }
        case "hoard": hoard = Array(repeating: 1, count: (Int(value) ?? 0) << 20)
        default: break
        }
    }

    private func ask(_ id: String, _ value: String, in conversation: Conversation) throws(MessageError) {
        switch id {
        case "read_session":
            try conversation.readSession(limit: 10) { [said] result in
                said.answered(id, result) {
                    "\($0.messages.count) \($0.messages.first?.url ?? "none") \($0.hasOlder ? 1 : 0)"
                }
            }
        case "get_state", "put_state": try reachState(id, in: conversation)
        case "fetch":
            let request = FetchRequest(
                value,
                method: "PUT",
                headers: [HTTPHeader("X-Game", "chess")],
                body: Array("e4".utf8)
            )
            try conversation.fetch(request) { [said] result in
                said.answered(id, result) { answer in
                    let second = answer.headers.first { $0.name == "X-Test-Two" }?.value ?? "none"
                    return "\(answer.status) \(second) \(answer.body.isEmpty ? "none" : "body")"
                }
            }
        case "choose_photo": try conversation.choosePhoto(completion: said.file(id))
        case "take_picture": try conversation.takePicture(completion: said.file(id))
        case "list_products": try conversation.listProducts(completion: said.products(id))
        case "owned_products": try conversation.ownedProducts(completion: said.products(id))
        case "buy_product": try conversation.buy("theme", completion: said.outcome(id))
        case "request_payment":
            let payment = Payment(label: "A round of tea", amount: 450, currency: "GBP")
            try conversation.pay(payment, completion: said.outcome(id))
        default: break
        }
    }

    private func reachState(_ id: String, in conversation: Conversation) throws(MessageError) {
        guard let session else { return }
        if id == "get_state" {
            try conversation.readState(of: session) { [said] result in
                if case .success(let state) = result { said.version.withLock { $0 = state.version } }
                said.answered(id, result) { state in
                    let text = String(decoding: state.bytes, as: UTF8.self)
                    return "\(state.version) \(text.isEmpty ? "none" : text)"
                }
            }
        } else {
            let version = said.version.withLock { $0 }
            try conversation.writeState(Array("chess".utf8), of: session, expecting: version) { [said] result in
                said.answered(id, result) { write in
                    if case .stored(let version) = write { "\(version) none" } else { "conflict" }
                }
            }
        }
    }

    // MARK: Callbacks

    override func viewDidLoad() {
        let actions = Self.functions.map { name -> JSONValue in
            .object([
                "type": "Action.Execute", "verb": "call", "id": .string(name), "title": .string(name),
            ])
        }
        present(
            Card([
                .textInput(id: "value", label: "Value"),
                CardElement(json: ["type": "ActionSet", "actions": .array(actions)]),
            ])
        )
        said.told("view_did_load")
    }

    override func willBecomeActive(with conversation: Conversation) {
        session = conversation.makeSession()
        said.told("will_become_active")
    }

    override func didBecomeActive(with conversation: Conversation) {
        said.told("did_become_active", "\(conversation.remoteParticipantIdentifiers.count)")
    }

    override func willResignActive(with conversation: Conversation) {
        do throws(MessageError) {
            try host.requestMoreTime(
                milliseconds: 100,
                reason: "saving the game"
            ) { [said] error in
                said.answered("extend", error, "")
                said.isExtended.withLock { $0 = true }
            }
        } catch {
            said.answered("extend", error, "at once")
        }
        said.told("will_resign_active")
    }

    /// Waits for the answer to `extend`, for a second at most.
    override func didResignActive(with conversation: Conversation) {
        for _ in 0..<1000 where !said.isExtended.withLock({ $0 }) { usleep(1000) }
        said.told("did_resign_active")
    }
    override func viewWillAppear() { said.told("view_will_appear") }
    override func viewDidAppear() { said.told("view_did_appear") }
    override func viewWillDisappear() { said.told("view_will_disappear") }
    override func viewDidDisappear() { said.told("view_did_disappear") }

    override func willSelect(_ message: Message, conversation: Conversation) {
        said.told("will_select", message.url ?? "")
    }
    override func didSelect(_ message: Message, conversation: Conversation) {
        said.told("did_select", message.url ?? "")
    }
    override func didReceive(_ message: Message, conversation: Conversation) {
        said.told("did_receive", message.url ?? "")
    }
    override func didStartSending(_ message: Message, conversation: Conversation) {
        said.told("did_start_sending", message.url ?? "")
    }
    override func didCancelSending(_ message: Message, conversation: Conversation) {
        said.told("did_cancel_sending", message.url ?? "")
    }

    override func willTransition(to style: PresentationStyle) { said.told("will_transition", "\(style.rawValue)") }
    override func didTransition(to style: PresentationStyle) { said.told("did_transition", "\(style.rawValue)") }
    override func didSwipe(_ direction: SwipeDirection) { said.told("did_swipe", "\(direction.rawValue)") }
    override func didChangeSettings() { said.told("did_change_settings") }

    override func didReceiveMemoryWarning() {
        hoard = []
        said.told("did_receive_memory_warning")
    }

    override var stickerCount: Int {
        said.told("sticker_count")
        return 2
    }

    /// The second cell stays empty.
    override func sticker(at index: Int) -> Sticker? {
        said.told("sticker_at", "\(index)")
        return index == 0 ? Sticker(file: picture, localizedDescription: "first") : nil
    }
}

/// The lines of the log, and the version of the state, from any thread.
final class Said: Sendable {
    let host: HostConnection
    let version = Mutex<UInt64>(0)
    let isExtended = Mutex(false)

    init(_ host: HostConnection) { self.host = host }

    func told(_ name: String, _ value: String = "") { host.log("told \(name)" + (value.isEmpty ? "" : " " + value)) }

    func answered(_ name: String, _ error: MessageError?, _ value: String) {
        host.log("answered \(name) \(error?.code.rawValue ?? 0)" + (value.isEmpty ? "" : " " + value))
    }

    func answered<Value>(_ name: String, _ result: Result<Value, MessageError>, _ text: (Value) -> String) {
        switch result {
        case .success(let value): answered(name, nil, text(value))
        case .failure(let error): answered(name, error, "none")
        }
    }

    func completion(_ name: String) -> Conversation.Completion { { self.answered(name, $0, "") } }

    func file(_ name: String) -> @Sendable (Result<String?, MessageError>) -> Void {
        { self.answered(name, $0) { $0 == nil ? "none" : "file" } }
    }

    func products(_ name: String) -> @Sendable (Result<[Product], MessageError>) -> Void {
        { result in
            self.answered(name, result) { list in
                list.isEmpty ? "none" : list.map { "\($0.id)/\($0.title)/\($0.amount)/\($0.currency)" }.joined()
            }
        }
    }

    func outcome(_ name: String) -> @Sendable (Result<PaymentOutcome, MessageError>) -> Void {
        { result in
            self.answered(name, result) { outcome in
                switch outcome {
                case .unavailable: "0 none"
                case .done(let receipt): "1 \(String(decoding: receipt, as: UTF8.self))"
                case .cancelled: "2 none"
                case .pending: "3 none"
                }
            }
        }
    }
}

/// The one function that the library exports.
@c(mayfly_extension_entry)
public func entry(_ offer: UnsafeRawPointer?, _ answer: UnsafeMutableRawPointer?) -> Int32 {
    ExtensionMain.start(Everything.self, offer, answer)
}
