internal import MayflyExtension
internal import Synchronization

/// The state of the extension and its changes. A mutex protects it, because callbacks and completions run on different
/// threads.
final class Parlour: Sendable {
    private struct State {
        var style: PresentationStyle
        var history: History
        var theme: Theme
        /// The ice cream of the open message, or of a newer one of its session.
        var current = IceCream()
        /// Whether the user asked for a new ice cream.
        var startsAnew = false
        /// True from a tap on an option until the host has answered.
        var isStaging = false
        var problem: String?

        var screen: Screen {
            if startsAnew && style == .expanded { return .options(IceCream()) }
            if current.isFinished { return .finished(current) }
            if current != IceCream() || style == .expanded { return .options(current) }
            return .history(history.iceCreams)
        }
    }

    private let host: HostConnection
    private let pictures: String
    private let folder: String?
    private let state: Mutex<State>

    init(_ launch: Launch) {
        host = launch.host
        pictures = launch.bundleFolder + "/Resources"
        folder = launch.privateFolder
        state = Mutex(
            State(
                style: launch.presentationStyle,
                history: History(folder: launch.privateFolder),
                theme: Theme(keptIn: launch.privateFolder)
            )
        )
    }

    /// Shows the ice cream of a message, or an empty one.
    func open(_ message: Message?) {
        change { state in
            state.current = message.map { IceCream($0.query) } ?? IceCream()
            state.startsAnew = false
            state.isStaging = false
            state.problem = nil
        }
    }

    /// Shows a newer message of the open session.
    func update(to message: Message) {
        change { state in
            state.current = IceCream(message.query)
            state.problem = nil
        }
    }

    func show(in style: PresentationStyle) {
        change { state in
            state.style = style
            if style == .compact { state.startsAnew = false }
        }
    }

    /// Begins a new ice cream, in the expanded style, which has room for the options.
    func startAnew() {
        let style = change { state in
            state.startsAnew = true
            return state.style
        }
        if style != .expanded { host.requestPresentationStyle(.expanded) }
    }

    /// Adds an option to the ice cream on screen and stages it as the next message of the open session.
    func choose(_ option: String, in conversation: Conversation) {
        guard let (before, after) = begin(option), let step = before.nextStep, let picture = after.picture else {
            return
        }
        var message = Message(session: conversation.selectedMessage?.session ?? conversation.makeSession())
        message.url = after.query.url
        message.layout = TemplateLayout(imageFile: pictures + "/" + picture, caption: step.caption)
        message.summaryText = step.summary(of: option, by: conversation.localParticipantIdentifier.token)
        message.accessibilityLabel = "\(step.caption): \(after.text)"
        do {
            try conversation.insert(message) { [self] error in end(after, error) }
        } catch {
            end(after, error)
        }
    }

    /// The ice cream on screen without and with `option`; `nil` if the step on screen has no such option, or an earlier
    /// tap is not answered yet.
    private func begin(_ option: String) -> (before: IceCream, after: IceCream)? {
        state.withLock { state in
            guard case .options(let before) = state.screen, !state.isStaging, let after = before.adding(option)
            else { return nil }
            state.isStaging = true
            return (before, after)
        }
    }

    /// Ends after the message was staged; the user sends it. A finished ice cream is saved now, because the extension
    /// is not told when it is sent (C-141).
    private func end(_ iceCream: IceCream, _ error: MessageError?) {
        if let error {
            return change { state in
                state.isStaging = false
                state.problem = "This could not be put into the message: \(error)"
            }
        }
        if iceCream.isFinished, !state.withLock({ $0.history.add(iceCream) }) {
            host.log("The finished ice cream could not be kept", level: .warning)
        }
        host.dismiss()
    }

    /// Has the user buy the party theme. Without it all works as before.
    func buyTheme(in conversation: Conversation) {
        do {
            try conversation.buy(Theme.product) { [self] in end($0) }
        } catch {
            end(.failure(error))
        }
    }

    /// Ends after the user has bought the theme or not.
    private func end(_ purchase: Result<PaymentOutcome, MessageError>) {
        change { state in
            switch purchase {
            case .success(.done):
                state.theme = .party
                state.problem = state.theme.keep(in: folder) ? nil : "The party theme could not be kept"
            case .success(.cancelled): state.problem = nil
            case .success(.pending): state.problem = "The party theme comes when your purchase is confirmed."
            case .success(.unavailable):
                state.problem = "The party theme cannot be bought here. All else works without it."
            case .failure(let error) where error.code == .notPermitted:
                state.problem = "You have not let Ice Cream Builder offer you its party theme."
            case .failure(let error): state.problem = "The party theme was not bought: \(error)"
            }
        }
    }

    /// Changes the state and shows it. The card is presented inside the lock, so that cards are in the order of the
    /// changes.
    @discardableResult
    private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        state.withLock { state in
            let result = body(&state)
            host.present(state.screen.card(pictures: pictures, theme: state.theme, problem: state.problem))
            return result
        }
    }
}
