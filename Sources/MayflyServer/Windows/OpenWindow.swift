internal import MayflyHost
internal import MayflyModel
internal import MayflyProtocol
internal import Synchronization

/// A window of a client, with its events.
final class OpenWindow: Sendable {

    /// What the window is called on its connection.
    let name: String
    let window: ConversationWindow
    let log: EventLog
    private let shown: ShownViews
    /// What is to be done one after the other.
    private let turns: AsyncStream<Turn>.Continuation

    typealias Turn = @Sendable () async -> Void

    /// Opens a window. `names` gives the names of people and extensions at the moment of an event.
    init(
        _ name: String,
        on conversation: String,
        as device: String?,
        of host: ExtensionHost,
        showsQuestions: Bool,
        showsPayments: Bool,
        provides: Set<PermissionName>,
        languages: Languages,
        names: @escaping @Sendable () -> Names
    ) async throws(MayflyError) {
        let (log, shown) = (EventLog(), ShownViews())
        let (stream, turns) = AsyncStream<Turn>.makeStream()
        self.turns = turns
        self.name = name
        self.log = log
        self.shown = shown
        window = try await host.openWindow(
            on: conversation,
            as: device,
            showsQuestions: showsQuestions,
            showsPayments: showsPayments,
            provides: provides,
            languages: languages
        ) { event in
            let value = Shapes.event.json(event, names())
            log.append(value.eventKind) { number in
                if case .view(_, _, let view) = event { shown.note(view, number) }
                return value.eventLine(number: number)
            }
        }
        Task { for await turn in stream { await turn() } }
    }

    /// Carries something out when all that was added before is done.
    func add(_ turn: @escaping Turn) {
        // Of a closed window nothing is waited for: the turn finds that it is closed.
        if case .terminated = turns.yield(turn) { Task { await turn() } }
    }

    /// The view that the event of this number told. Throws `.notAsShown` where there is a newer one.
    func view(toldBy number: Int?) throws(MayflyError) -> ExtensionView? {
        guard let number else { return nil }
        return try shown.view(number)
    }

    /// The number of the event that told the view that is shown; nil before the first.
    var lastView: Int? { shown.number }

    /// Closes the window, with all that it started.
    func close() async {
        await window.close()
        turns.finish()
        log.close()
    }

    /// The view that was told last.
    private final class ShownViews: Sendable {
        private let last = Mutex((number: 0, view: ExtensionView.none))

        var number: Int? { last.withLock { $0.number > 0 ? $0.number : nil } }

        func note(_ view: ExtensionView, _ number: Int) { last.withLock { $0 = (number, view) } }

        func view(_ number: Int) throws(MayflyError) -> ExtensionView {
            let last = last.withLock { $0 }
            guard number == last.number else {
                throw MayflyError(
                    .notAsShown,
                    "nothing is done: the view of event \(number) is not the one that is shown, which is that of event \(last.number)"
                )
            }
            return last.view
        }
    }
}
