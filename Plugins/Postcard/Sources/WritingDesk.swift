internal import MayflyExtension
internal import Synchronization

/// The state of the extension and its changes. A mutex protects it, because callbacks and completions run on different threads.
final class WritingDesk: Sendable {
    /// The id of the field for the words.
    static let wordsInput = "words"
    /// The longest words, so that they fit below the picture of a bubble.
    static let mostCharacters = 120

    private struct State {
        var style: PresentationStyle
        /// What is being written on.
        var picture: Picture?
        var words = ""
        /// The setting of that key.
        var signature = ""
        /// The postcard that the user has tapped, until they begin one of their own.
        var read: Screen?
        /// Set while the host shows the user its camera or their pictures.
        var source: Picture.Source?
        /// True from a tap until the host has answered.
        var isStaging = false
        var problem: String?

        var screen: Screen {
            if let source { return .waiting(source) }
            if let read { return read }
            return picture.map { .writing($0, words: words, style) } ?? .start
        }
    }

    private let host: HostConnection
    private let folder: String?
    private let state: Mutex<State>

    init(_ launch: Launch) {
        host = launch.host
        folder = launch.privateFolder
        state = Mutex(State(style: launch.presentationStyle, picture: Picture(keptIn: launch.privateFolder)))
    }

    /// Shows the postcard of a message, or the one that is being written.
    func open(_ message: Message?) {
        change { state in
            state.read = message?.layout.flatMap { layout in
                layout.imageFile.map { .reading(picture: $0, words: layout.caption ?? "") }
            }
            state.problem = nil
        }
    }

    func show(in style: PresentationStyle) { change { $0.style = style } }

    /// Reads what the user has set. Without it nothing is signed.
    func readSettings() {
        try? host.readSettings { [self] result in
            guard case .success(let values) = result else { return }
            state.withLock { $0.signature = values["signature"] ?? "" }
        }
    }

    /// Keeps what the user has typed.
    func write(_ words: String?) {
        guard let words else { return }
        state.withLock { $0.words = String(words.prefix(Self.mostCharacters)) }
    }

    /// Has the user take or choose a picture.
    func askForPicture(from source: Picture.Source, in conversation: Conversation) {
        let isFirst = change { state in
            guard state.source == nil else { return false }
            (state.source, state.problem) = (source, nil)
            return true
        }
        guard isFirst else { return }
        do {
            switch source {
            case .camera: try conversation.takePicture { [self] in end(source, $0) }
            case .photos: try conversation.choosePhoto { [self] in end(source, $0) }
            }
        } catch {
            end(source, .failure(error))
        }
    }

    /// Ends after the user has given a picture or none.
    private func end(_ source: Picture.Source, _ result: Result<String?, MessageError>) {
        change { state in
            state.source = nil
            switch result {
            case .success(nil): break
            case .success(let file?):
                if let picture = Picture(keeping: file, in: folder) {
                    (state.picture, state.read) = (picture, nil)
                } else {
                    state.problem = "The picture could not be kept"
                }
            case .failure(let error): state.problem = Self.problem(error, source)
            }
        }
    }

    private static func problem(_ error: MessageError, _ source: Picture.Source) -> String {
        switch (error.code, source) {
        case (.unavailable, .camera): "No picture can be taken here. You can choose one that you have."
        case (.unavailable, .photos): "No picture can be chosen here. You can take one with a camera."
        case (.notPermitted, .camera): "You have not let Postcard use the camera."
        case (.notPermitted, .photos): "You have not let Postcard use pictures of yours."
        default: "There is no picture: \(error)"
        }
    }

    /// Puts the picture into the input field, with the words below it.
    func stagePostcard(in conversation: Conversation) {
        guard let (picture, words) = begin() else { return }
        var message = Message()
        // The host shows no subcaption without a caption.
        let lines = [words, state.withLock { $0.signature }].filter { !$0.isEmpty }
        message.layout = TemplateLayout(
            imageFile: picture.path,
            caption: lines.first,
            subcaption: lines.count > 1 ? lines[1] : nil
        )
        message.summaryText = "A postcard"
        message.accessibilityLabel = words.isEmpty ? "A postcard" : "A postcard: \(words)"
        do {
            try conversation.insert(message) { [self] in end(picture, $0) }
        } catch {
            end(picture, error)
        }
    }

    /// Puts the picture alone into the input field.
    func stageSticker(in conversation: Conversation) {
        guard let (picture, _) = begin() else { return }
        do {
            let sticker = Sticker(file: picture.path, localizedDescription: "A postcard")
            try conversation.insert(sticker) { [self] in end(picture, $0) }
        } catch {
            end(picture, error)
        }
    }

    /// The picture to stage with its words; `nil` if there is none, or an earlier tap is not answered yet.
    private func begin() -> (picture: Picture, words: String)? {
        state.withLock { state in
            guard case .writing(let picture, let words, _) = state.screen, !state.isStaging else { return nil }
            state.isStaging = true
            return (picture, words)
        }
    }

    /// Ends after the picture was staged. The host has a copy, so the file goes.
    private func end(_ picture: Picture, _ error: MessageError?) {
        if let error {
            return change { state in
                state.isStaging = false
                state.problem =
                    error.code == .stickerImproperSize
                    ? "The picture is too large for a sticker. Use it as a postcard."
                    : "This could not be put into the message: \(error)"
            }
        }
        picture.discard()
        host.dismiss()
    }

    /// Throws the picture away.
    func discard() {
        change { state in
            state.picture?.discard()
            (state.picture, state.words, state.problem) = (nil, "", nil)
        }
    }

    /// Changes the state and shows it. The card is presented inside the lock, so that cards are in the order of the changes.
    @discardableResult
    private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        state.withLock { state in
            let result = body(&state)
            host.present(state.screen.card(problem: state.problem))
            return result
        }
    }
}
