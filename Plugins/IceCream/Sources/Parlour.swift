internal import MayflyExtension
internal import Synchronization

/// The state of the extension and what changes it. Callbacks and completions come on different threads, hence the
/// mutex.
final class Parlour: Sendable {
    private struct State {
        var style: PresentationStyle
        var history: History
        /// What the open message, or a newer one of its session, holds.
        var current = IceCream()
        /// The person asked for a new one, whatever is open.
        var startsAnew = false
        /// From a tap on an option until the host has answered.
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
    private let state: Mutex<State>

    init(_ launch: Launch) {
        host = launch.host
        pictures = launch.bundleFolder + "/Resources"
        state = Mutex(State(style: launch.presentationStyle, history: History(folder: launch.privateFolder)))
    }

    /// Goes on with the ice cream of a message, or with none.
    func open(_ message: Message?) {
        change { state in
            state.current = message.map { IceCream($0.query) } ?? IceCream()
            state.startsAnew = false
            state.isStaging = false
            state.problem = nil
        }
    }

    /// Somebody took a step in the session that is open here.
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

    /// The person wants a new ice cream: there is room for the options in the expanded style.
    func startAnew() {
        let style = change { state in
            state.startsAnew = true
            return state.style
        }
        if style != .expanded { host.requestPresentationStyle(.expanded) }
    }

    /// Takes the step that is on screen and stages it, as the next message of the session that is open.
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

    /// The ice cream on screen without and with `option`; `nil` if it is none of the step on screen, or if an earlier
    /// tap is still on its way.
    private func begin(_ option: String) -> (before: IceCream, after: IceCream)? {
        state.withLock { state in
            guard case .options(let before) = state.screen, !state.isStaging, let after = before.adding(option)
            else { return nil }
            state.isStaging = true
            return (before, after)
        }
    }

    /// Staged: this extension's part is done, and the rest is the person's. It is kept now, as nobody will tell when it
    /// is sent (C-141).
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

    /// Changes the state and shows it. The card is presented inside the lock, so that cards come in the right order.
    @discardableResult
    private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        state.withLock { state in
            let result = body(&state)
            host.present(state.screen.card(pictures: pictures, problem: state.problem))
            return result
        }
    }
}
