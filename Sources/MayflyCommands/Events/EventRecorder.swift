internal import MayflyABI
package import MayflyHost
internal import MayflyModel
internal import MayflyStore
internal import Synchronization

/// Observes a window: passes each event on at once, and records its name for steps that wait for an event.
package final class EventRecorder: Sendable {
    fileprivate struct State {
        /// How many events there were.
        var count = 0
        /// For each name in `HostEvent.names`, how many events there were up to the last one of that name.
        var last: [String: Int] = [:]
        var addresses: [String] = []
        var lastLaunched: ExtensionID?
        var draft: Draft?
        var page: TranscriptPage?
        var view = ExtensionView.none
        var question: PermissionQuestion?
        var payment: PaymentSheet?
        var pictureRequest: PictureRequest?
        var reader: NoteReader
        var notes: [ExtensionNote] = []
        /// All that were not too many, also those that were taken.
        var log: [ExtensionNote] = []
        var receipt: WorkerEnd?
        /// How many events there were when the step began that is carried out, or was last.
        var stepBegan = 0
        /// The same when the step began in which an extension was started last: receipts before it are of others.
        var receiptsFrom = 0
        var handOffs: [(handOff: HandOff, isOwn: Bool)] = []
        /// Called at the first visible change after `takeChange`.
        var changed: (@Sendable () -> Void)?
        var isChanged = false
        /// Whether a line was printed below the screen since `takeDisturbance`.
        var isDisturbed = false
        var listeners: [Int: (name: String, stream: AsyncStream<Void>.Continuation)] = [:]
        var lastListener = 0
    }

    fileprivate static let keptNotes = 1000
    private static let names = Set(HostEvent.names)

    private let state: Mutex<State>
    private let sink: @Sendable (HostEvent) -> Void

    /// - Parameter tellsCalls: whether the notes have all calls and callbacks.
    package init(tellsCalls: Bool = false, _ sink: @escaping @Sendable (HostEvent) -> Void = { _ in }) {
        state = Mutex(State(reader: NoteReader(tellsCalls: tellsCalls)))
        self.sink = sink
    }

    package func record(_ event: HostEvent) {
        sink(event)
        let name = event.name
        let (listeners, changed) = state.withLock { state in
            state.count += 1
            // An extension chooses the number in the name of a call that does not exist, and no step can wait for it.
            if Self.names.contains(name) { state.last[name] = state.count }
            if case .openURL(let url) = event { state.keep(address: url) }
            if case .handOff(let handOff, let isOwn) = event { state.keep(handOff, isOwn: isOwn) }
            if case .process(let id, .spawned, _) = event {
                state.lastLaunched = id
                state.receiptsFrom = state.stepBegan
            }
            state.noteShown(event)
            let note = state.reader.note(of: event)
            if let note { state.keep(note) }
            let isVisible = event.isVisible || note != nil
            let isFirst = isVisible && !state.isChanged
            if isVisible { state.isChanged = true }
            if event.isPrintedAtOnce { state.isDisturbed = true }
            return (state.listeners.values.filter { $0.name == name }, isFirst ? state.changed : nil)
        }
        for listener in listeners { listener.stream.yield() }
        changed?()
    }

    /// Calls the closure at the next visible change, and again at the first one after each call of `takeChange`.
    func onChange(_ changed: @escaping @Sendable () -> Void) {
        let isDue = state.withLock { state in
            state.changed = changed
            return state.isChanged
        }
        if isDue { changed() }
    }

    /// The window is looked at now: only later changes are announced again.
    func takeChange() { state.withLock { $0.isChanged = false } }

    /// Something else than an event has changed the terminal: it is drawn again.
    func disturb() { change(isDisturbed: true) }

    /// The person may see something else now, such as a picture that has been decoded.
    func change() { change(isDisturbed: false) }

    private func change(isDisturbed: Bool) {
        let changed = state.withLock { state in
            if isDisturbed { state.isDisturbed = true }
            defer { state.isChanged = true }
            return state.isChanged ? nil : state.changed
        }
        changed?()
    }

    /// Whether something was printed at once since the last call of `takeDisturbance`: it may have pushed lines off a terminal.
    var isDisturbed: Bool { state.withLock { $0.isDisturbed } }

    /// The screen is drawn now. Returns `isDisturbed` as it was before.
    @discardableResult func takeDisturbance() -> Bool {
        state.withLock { state in
            defer { state.isDisturbed = false }
            return state.isDisturbed
        }
    }

    /// Whether there are notes, URLs or hand-offs that were not taken.
    var hasNotes: Bool { state.withLock { !$0.notes.isEmpty || !$0.addresses.isEmpty || !$0.handOffs.isEmpty } }

    /// The notes about extensions since the last call; of very many, the newest.
    func takeNotes() -> [ExtensionNote] {
        state.withLock { state in
            defer { state.notes = [] }
            return state.notes
        }
    }

    /// The notes about extensions since the beginning; of very many, the newest.
    var log: [ExtensionNote] { state.withLock { $0.log } }

    /// A step begins.
    func beginStep() { state.withLock { $0.stepBegan = $0.count } }

    /// How the worker ended that ended last, since the beginning of the step in which one was started last; nil before that.
    var receipt: WorkerEnd? {
        state.withLock { state in
            state.last[EventKind.receipt.rawValue] ?? 0 > state.receiptsFrom ? state.receipt : nil
        }
    }

    /// Waits until there is such a receipt. False when none came in time.
    func awaitsReceipt(within limit: Duration) async -> Bool {
        await awaits(EventKind.receipt.rawValue, after: state.withLock { $0.receiptsFrom }, within: limit)
    }

    /// The input field, the transcript and the view that were passed on last, by `record` or by `noteShown`; nil and none before the
    /// first.
    var shown: (draft: Draft?, page: TranscriptPage?, view: ExtensionView) {
        state.withLock { ($0.draft, $0.page, $0.view) }
    }

    /// What the person is asked, as it was passed on last.
    var question: PermissionQuestion? { state.withLock { $0.question } }

    /// The payment that the person is to agree to.
    var payment: PaymentSheet? { state.withLock { $0.payment } }

    /// The picture that the person is asked for.
    var pictureRequest: PictureRequest? { state.withLock { $0.pictureRequest } }

    /// What the event says is shown beside the events.
    func noteShown(_ event: HostEvent) { state.withLock { $0.noteShown(event) } }

    /// The extension whose process was started last; nil before the first.
    var lastLaunched: ExtensionID? { state.withLock { $0.lastLaunched } }

    /// The number of events so far.
    package var count: Int { state.withLock { $0.count } }

    /// The URLs to open since the last call.
    package func takeAddresses() -> [String] {
        state.withLock { state in
            defer { state.addresses = [] }
            return state.addresses
        }
    }

    /// What has become of hand-offs since the last call; of very many, the newest.
    func takeHandOffs() -> [(handOff: HandOff, isOwn: Bool)] {
        state.withLock { state in
            defer { state.handOffs = [] }
            return state.handOffs
        }
    }

    /// Waits for an event with that name after the first `passed` events. False when none came in time.
    package func awaits(_ name: String, after passed: Int, within limit: Duration) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            let events = events(name, after: passed)
            group.addTask {
                for await _ in events { return true }
                return false
            }
            group.addTask {
                try? await Task.sleep(for: limit)
                return false
            }
            let isHere = await group.next() ?? false
            group.cancelAll()
            return isHere
        }
    }

    /// An element if there was an event with that name after the first `passed`, and one when such an event comes.
    private func events(_ name: String, after passed: Int) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            if state.last[name] ?? 0 > passed { continuation.yield() }
            state.lastListener += 1
            state.listeners[state.lastListener] = (name, continuation)
            return state.lastListener
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
        }
        return stream
    }
}

extension EventRecorder.State {
    fileprivate mutating func noteShown(_ event: HostEvent) {
        switch event {
        case .draft(let new): draft = new
        case .transcript(let new): page = new
        case .view(_, _, let new): view = new
        case .receipt(_, let end): receipt = end
        case .question(let new): question = new
        case .questionOver(_, let number, _): if question?.number == number { question = nil }
        case .payment(let new): payment = new
        case .paymentOver(_, let number, _): if payment?.number == number { payment = nil }
        case .pictureRequest(let new): pictureRequest = new
        case .pictureRequestOver(_, let number): if pictureRequest?.number == number { pictureRequest = nil }
        default: break
        }
    }

    fileprivate mutating func keep(address: String) {
        addresses.append(address)
        if addresses.count > EventRecorder.keptNotes { addresses.removeFirst() }
    }

    fileprivate mutating func keep(_ handOff: HandOff, isOwn: Bool) {
        handOffs.append((handOff, isOwn))
        if handOffs.count > EventRecorder.keptNotes { handOffs.removeFirst() }
    }

    fileprivate mutating func keep(_ note: ExtensionNote) {
        log.append(note)
        if log.count > 2 * EventRecorder.keptNotes { log.removeFirst(EventRecorder.keptNotes) }
        notes.append(note)
        if notes.count > 2 * EventRecorder.keptNotes { notes.removeFirst(EventRecorder.keptNotes) }
    }
}

extension HostEvent {
    /// Whether a person at a terminal may see something else after it.
    fileprivate var isVisible: Bool {
        switch self {
        case .draft, .transcript, .view, .openURL, .log, .receipt, .question, .questionOver, .payment, .paymentOver,
            .pictureRequest, .pictureRequestOver, .handOff, .call(_, _, _, .some):
            true
        default: isPrintedAtOnce
        }
    }

    /// Whether a line about it is printed where the screen stands, and not drawn with it.
    fileprivate var isPrintedAtOnce: Bool {
        switch self {
        case .unconfined, .moreTime, .log(nil, _, _): true
        default: false
        }
    }

    /// What a script calls the event: a callback, a call or a step of a process by its own name, else its kind.
    fileprivate var name: String {
        switch self {
        case .process(_, let step, _): step.rawValue
        case .callback(_, let name, _), .call(_, let name, _, _): name
        case .draft: EventKind.draft.rawValue
        case .transcript: EventKind.transcript.rawValue
        case .view: EventKind.view.rawValue
        case .keyboard: EventKind.keyboard.rawValue
        case .openURL: EventKind.openURL.rawValue
        case .handOff: EventKind.handOff.rawValue
        case .log: EventKind.log.rawValue
        case .unconfined: EventKind.unconfined.rawValue
        case .moreTime: EventKind.moreTime.rawValue
        case .question: EventKind.question.rawValue
        case .questionOver: EventKind.questionOver.rawValue
        case .payment: EventKind.payment.rawValue
        case .paymentOver: EventKind.paymentOver.rawValue
        case .pictureRequest: EventKind.pictureRequest.rawValue
        case .pictureRequestOver: EventKind.pictureRequestOver.rawValue
        case .receipt: EventKind.receipt.rawValue
        }
    }

    /// All names that an event can have in a script. The host learns nothing of what the worker does by itself.
    static let names =
        EventKind.allCases.map(\.rawValue) + ProcessStep.allCases.map(\.rawValue)
        + Table.interfaces.flatMap(\.functions).compactMap { function in
            if case .worker = function.implementer { nil } else { function.name }
        }
}

/// The events that have no name of their own in a script.
private enum EventKind: String, CaseIterable {
    case draft, transcript, view, keyboard, openURL, handOff, log, unconfined, moreTime, question, questionOver, payment
    case paymentOver, pictureRequest, pictureRequestOver, receipt
}
