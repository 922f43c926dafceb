internal import MayflyModel
internal import MayflyStore
internal import Synchronization

/// The one queue of a window, and the acts and deliveries that are under way.
///
/// Everything that changes a window is an event of its queue, so that all changes have one order. Safe to use from any thread.
final class WindowQueue: Sendable {
    /// Whoever waits until an act of the person has settled.
    typealias Waiter = CheckedContinuation<Result<Void, MayflyError>, Never>

    private struct State {
        /// Events that were posted and are not done yet.
        var pending = 0
        /// Deliveries that were dispatched and are not done yet.
        var deliveries = 0
        /// Whether a `.logGrew` waits: one tells of all growth until it is taken.
        var growthWaits = false
        /// Whether the window is to end at once.
        var isEnding = false
        var settling = SettlingActs<(waiter: Waiter, tellsFailure: Bool)>()
    }

    /// The events in their order. One task reads them, and calls `finishEvent` after each.
    let events: AsyncStream<WindowEvent>
    private let input: AsyncStream<WindowEvent>.Continuation
    private let outgoing: AsyncStream<Delivery>
    private let outlet: AsyncStream<Delivery>.Continuation
    /// Ends when no picture is to be converted any more.
    private let conversions: AsyncStream<Never>
    private let conversionsEnd: AsyncStream<Never>.Continuation
    private let state = Mutex(State())

    private enum Delivery {
        /// What earlier programs left in the outbox for the conversation.
        case earlier
        case departure(Departure)
    }

    private static let closed = MayflyError(.notPossibleNow, "the window is closed")

    init() {
        (events, input) = AsyncStream<WindowEvent>.makeStream()
        (outgoing, outlet) = AsyncStream<Delivery>.makeStream()
        (conversions, conversionsEnd) = AsyncStream<Never>.makeStream()
    }

    // MARK: What comes in

    func post(_ event: WindowEvent) {
        guard enter(event) else { return }
        guard case .terminated = input.yield(event) else { return }
        state.withLock { $0.pending -= 1 }
        Self.refuse(event)
    }

    /// Counts an event. False for one that has nothing to tell.
    private func enter(_ event: WindowEvent) -> Bool {
        state.withLock { state in
            if case .logGrew = event {
                if state.growthWaits { return false }
                state.growthWaits = true
            }
            state.pending += 1
            return true
        }
    }

    /// An event is about to be carried out: what grows from now on is another event.
    func noteTaken(_ event: WindowEvent) {
        if case .logGrew = event { state.withLock { $0.growthWaits = false } }
    }

    /// Posts an act, and returns when all that follows from it is done.
    func act(_ act: UserAction) async throws(MayflyError) {
        try await withCheckedContinuation { (waiter: Waiter) in post(.act(act, waiter)) }.get()
    }

    private static func refuse(_ event: WindowEvent) {
        if case .act(_, let waiter) = event { waiter.resume(returning: .failure(closed)) }
    }

    // MARK: Acts that settle

    /// An act was carried out; what follows from it may still be under way. `tellsFailure` says whether the waiter is told the
    /// failure of the extension, if there is one then.
    func settle(_ waiter: Waiter, tellsFailure: Bool) {
        state.withLock { $0.settling.add((waiter, tellsFailure), at: .now) }
    }

    /// An event of the queue was carried out.
    func finishEvent() { state.withLock { $0.pending -= 1 } }

    /// Ends the acts that have settled; `isIdle` says whether the extension has nothing under way. The acts before `namesSince` wait
    /// for the receipt of a worker that ended then. `failure` is why the extension could not be opened or failed, if it did.
    ///
    /// - Returns: after which time a `.patienceEnded` must come, because acts wait for deliveries only, which post no event before
    ///   they are done.
    func wakeSettled(
        isIdle: Bool,
        namesSince: ContinuousClock.Instant?,
        patience: Duration,
        failure: MayflyError?
    ) -> Duration? {
        let now = ContinuousClock.now
        let (acts, oldest) = state.withLock { state in
            let acts = state.settling.takeSettled(
                isQuiet: isIdle && state.pending == 0 && state.deliveries == 0,
                namesSince: namesSince,
                at: now,
                patience: patience
            )
            return (acts, isIdle && state.deliveries > 0 ? state.settling.oldest : nil)
        }
        for act in acts {
            let told = act.tellsFailure ? failure : nil
            act.waiter.resume(returning: told.map { .failure($0) } ?? .success(()))
        }
        return oldest.map { patience - (now - $0) }
    }

    // MARK: Delivery

    /// Delivers an envelope after those before it. The window's events go on meanwhile: pictures are converted on their way,
    /// and an extension's callbacks do not wait for that (3.9). An act has not settled before its envelope is delivered.
    func dispatch(_ departure: Departure) { dispatch(.departure(departure)) }

    /// Delivers what earlier programs left in the outbox for the conversation. Call it first, so that the order holds.
    func dispatchEarlier() { dispatch(.earlier) }

    private func dispatch(_ delivery: Delivery) {
        state.withLock { $0.deliveries += 1 }
        guard case .terminated = outlet.yield(delivery) else { return }
        // The task of the window was cancelled while it sent this.
        state.withLock { $0.deliveries -= 1 }
        post(.deliveryNote(nil, Departure.staysNote))
    }

    /// Delivers what is dispatched, until `closeOutlet` is called and the last envelope is delivered.
    func deliverOutgoing(to conversation: ConversationID, by services: HostServices) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.deliverEach(to: conversation, by: services) }
            group.addTask { for await _ in self.conversions {} }
            await group.next()
            group.cancelAll()
        }
    }

    /// One after the other. In a cancelled task no picture is converted: an envelope with pictures stays in the outbox, and so do all
    /// after it.
    private func deliverEach(to conversation: ConversationID, by services: HostServices) async {
        let report: OutgoingMedia.Report = { self.post(.deliveryNote($0, $1)) }
        for await delivery in outgoing {
            switch delivery {
            case .earlier: await services.deliverPending(in: conversation, report: report)
            case .departure(let departure): await services.deliver(departure, report: report)
            }
            state.withLock { $0.deliveries -= 1 }
            // The acts that settle are looked at after each event only.
            post(.logGrew)
        }
    }

    /// Whether the window is to end at once. What takes long looks at it, because `events` bring that too late.
    var isEnding: Bool { state.withLock(\.isEnding) }

    /// Ends the reading of a sticker pack: nobody will see it.
    func endReading() { state.withLock { $0.isEnding = true } }

    /// Ends what takes long: the reading of a sticker pack, and the conversions of pictures. What these are for stays in the outbox.
    func hurry() {
        endReading()
        conversionsEnd.finish()
    }

    /// No envelope will follow.
    func closeOutlet() { outlet.finish() }

    // MARK: The end

    /// Takes no more events, refuses the acts that nobody has read, and gives the delivery notes among them.
    func close() async -> [(ExtensionID?, String)] {
        input.finish()
        var notes: [(ExtensionID?, String)] = []
        for await event in events {
            Self.refuse(event)
            if case .deliveryNote(let id, let line) = event { notes.append((id, line)) }
        }
        return notes
    }

    /// Ends the acts that have not settled.
    func endActs() {
        for act in state.withLock({ $0.settling.takeAll() }) { act.waiter.resume(returning: .success(())) }
    }
}

/// The acts that were carried out, and end when nothing that follows from them is under way.
struct SettlingActs<Waiter> {
    private struct Act {
        let begun: ContinuousClock.Instant
        let waiter: Waiter
    }

    private var acts: [Act] = []

    mutating func add(_ waiter: Waiter, at now: ContinuousClock.Instant) {
        acts.append(Act(begun: now, waiter: waiter))
    }

    /// Takes out the acts that have settled, the oldest first: all of them when the window is quiet, and otherwise those that
    /// have waited for longer than `patience`. Acts that were carried out before `namesSince` may have led to the end of a worker
    /// then, and its receipt still waits for the names of functions. They wait for it; acts after that moment do not.
    ///
    /// An extension that never comes to rest, for example by a call in each completion, holds an act up for no longer. Such an
    /// extension posts event after event, so a look at the clock after each event is enough. A delivery posts none: for it the window
    /// has a timer.
    mutating func takeSettled(
        isQuiet: Bool,
        namesSince: ContinuousClock.Instant? = nil,
        at now: ContinuousClock.Instant,
        patience: Duration
    ) -> [Waiter] {
        let limit = now - patience
        func isSettled(_ act: Act) -> Bool {
            let waitsForNames = namesSince.map { act.begun <= $0 } ?? false
            return act.begun < limit || isQuiet && !waitsForNames
        }
        let settled = acts.filter(isSettled)
        acts.removeAll(where: isSettled)
        return settled.map(\.waiter)
    }

    /// When the act was carried out that waits for the longest time.
    var oldest: ContinuousClock.Instant? { acts.first?.begun }

    mutating func takeAll() -> [Waiter] {
        defer { acts = [] }
        return acts.map(\.waiter)
    }
}

/// One event of a window's queue.
enum WindowEvent: Sendable {
    /// The person did something; the continuation is resumed when all that follows from it is done.
    case act(UserAction, WindowQueue.Waiter)
    /// The task that has the window open is cancelled.
    case cancelled
    /// A worker reports, or a call of its extension has its answer.
    case session(SessionEvent)
    /// The log of the conversation has grown, by a delivery or by another process.
    case logGrew
    /// An act has waited for deliveries for as long as `Policy.patience`.
    case patienceEnded
    /// A line for the log: about the delivery of an extension's item, or of the host itself.
    case deliveryNote(ExtensionID?, String)
}
