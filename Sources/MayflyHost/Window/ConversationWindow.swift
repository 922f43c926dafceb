public import MayflyBundles
internal import MayflyLinux
public import MayflyModel
public import MayflyStore
internal import MayflyViews
internal import MayflyWorkers

/// One conversation on the screen of one device: the transcript, the input field and at most one extension.
///
/// A window is made by `ExtensionHost.withWindow` and lives inside that call. Each method that does something returns
/// when all that follows from it is done: callbacks have returned, completions too, nothing waits. An extension that
/// never comes to rest holds it up for no longer than `Policy.patience`.
public actor ConversationWindow {
    private enum Running {
        /// Takes what the queue brings.
        case open
        /// Ends what is left and stops after it.
        case shuttingDown
    }

    /// An act that is done as soon as nothing is under way any more.
    private struct SettlingAct {
        let begun: ContinuousClock.Instant
        let waiter: CheckedContinuation<Void, any Error>
    }

    public nonisolated let device: DeviceRecord
    public nonisolated let conversation: ConversationRecord
    public nonisolated let members: [DeviceRecord]
    let host: ExtensionHost
    let observer: @Sendable (HostEvent) -> Void

    var machine = LifecycleMachine()
    /// What the person sees of the conversation.
    var seen: ConversationSnapshot
    var expiryWait: Task<Void, Never>?
    var awaitedExpiry: Timestamp?
    var running: RunningExtension?
    /// The bundles that the person has opened, from which the life cycle's wish to start one is met.
    var chosen: [ExtensionID: ExtensionBundle] = [:]
    /// Workers whose extension has resigned, by their numbers.
    var lingering: [Int: RunningExtension] = [:]
    /// The sticker pack that is open; packs have no code and so no life cycle.
    var openPack: ExtensionBundle?
    /// Calls that were accepted and are not answered yet, by the worker's number.
    var openCalls: [Int: Int] = [:]
    nonisolated let services = CallQueues()
    nonisolated let book: ReceiptBook
    private var lastWorker = 0
    private var mode = Running.open
    private var settling: [SettlingAct] = []
    private let mail: AsyncStream<WindowEvent>
    private nonisolated let mailbox: AsyncStream<WindowEvent>.Continuation
    private nonisolated let backlog = PendingCount()
    private nonisolated let outgoing: AsyncStream<Envelope>
    private nonisolated let outlet: AsyncStream<Envelope>.Continuation

    /// What the extension shows.
    public internal(set) var view = ExtensionView.none
    /// Why the last extension of this window could not be opened, or ended when nobody asked for it; nil after the
    /// next one is opened.
    public internal(set) var failure: MayflyError?

    init(
        host: ExtensionHost,
        device: DeviceRecord,
        conversation: ConversationRecord,
        observer: @escaping @Sendable (HostEvent) -> Void
    ) throws(MayflyError) {
        self.host = host
        self.device = device
        self.conversation = conversation
        self.observer = { event in CPUAccounting.charge { observer(event) } }
        book = ReceiptBook(host.store) { observer(.log(nil, .error, $0)) }
        members = try host.store.members(of: conversation.id)
        try host.store.expire(in: conversation.id, on: device.id, at: host.clock.now)
        seen = try host.store.look(at: conversation.id, on: device.id)
        (mail, mailbox) = AsyncStream<WindowEvent>.makeStream()
        (outgoing, outlet) = AsyncStream<Envelope>.makeStream()
    }

    // MARK: What can be read

    /// The end of the transcript, newest last.
    public var transcript: TranscriptPage { seen.page }
    /// What is in the input field.
    public var draft: Draft { seen.draft }
    /// The style of the extension that is open.
    public var style: PresentationStyle { machine.style }
    /// The extension or sticker pack that is open.
    public var openExtension: ExtensionBundle? { openPack ?? running?.bundle }

    /// The name that this device knows a person by (model 6.7).
    public nonisolated func name(of participant: ParticipantID) -> String {
        members.first { $0.id.owner == participant }?.name ?? "unknown"
    }

    /// The rows of the transcript above those of a page. What expires among them counts as read from now on.
    public func page(before later: TranscriptPage) async throws(MayflyError) -> TranscriptPage {
        let page = try host.store.page(before: later, in: conversation.id, on: device.id)
        guard !Self.unread(page.entries).isEmpty else { return page }
        try await act(.read(page))
        return try host.store.page(before: later, in: conversation.id, on: device.id)
    }

    /// The row that a person counts as `number` in the whole transcript; nil for a number that no row has.
    public func entry(number: Int) throws(MayflyError) -> TranscriptEntry? {
        if let entry = transcript.entry(number: number) { return entry }
        return try host.store.entry(number: number, in: conversation.id, on: device.id)
    }

    /// The number of an item's row in the whole transcript; nil for one that is not shown.
    public func number(of item: ItemID) throws(MayflyError) -> Int? {
        if let number = transcript.number(of: item) { return number }
        return try host.store.number(of: item, in: conversation.id, on: device.id)
    }

    // MARK: The queue

    /// Takes mail until the window is shut down and every worker of it is gone.
    func run() async {
        async let deliveries: Void = deliverOutgoing()
        async let receipts: Void = book.run()
        async let lateReceipts: Void = host.lateReceipts.write()
        await read(seen.page.entries)
        waitForNextExpiry()
        await withDiscardingTaskGroup { group in
            group.addTask { [services] in await services.run() }
            await takeMail()
            services.close()
        }
        outlet.finish()
        await deliveries
        mailbox.finish()
        // What came too late is answered all the same.
        for await letter in mail {
            if case .act(_, let waiter) = letter { waiter.resume(throwing: Self.closed) }
            if case .deliveryNote = letter { await take(letter) }
        }
        for act in settling { act.waiter.resume() }
        settling = []
        let expiryWait = expiryWait
        stopWaitingForExpiry()
        await expiryWait?.value
        book.close()
        await receipts
        await lateReceipts
        await host.lateReceipts.take(book)
    }

    private func takeMail() async {
        for await letter in mail {
            await take(letter)
            backlog.remove()
            wakeSettled()
            // What an extension asked for while it could is done, even if nobody waits for the answer any more.
            if case .shuttingDown = mode, running == nil, lingering.isEmpty, openCalls.isEmpty { break }
        }
    }

    private static let closed = MayflyError(.notPossibleNow, "the window is closed")

    nonisolated func post(_ letter: WindowEvent) {
        backlog.add()
        guard case .terminated = mailbox.yield(letter) else { return }
        backlog.remove()
        if case .act(_, let waiter) = letter { waiter.resume(throwing: Self.closed) }
    }

    /// Delivers an envelope after those before it. The window goes on meanwhile: pictures are converted on their way, and
    /// an extension's callbacks do not wait for that (3.9). An act is done only when it is delivered.
    func dispatch(_ envelope: Envelope) {
        backlog.add()
        outlet.yield(envelope)
    }

    private nonisolated func deliverOutgoing() async {
        for await envelope in outgoing {
            await host.deliver(envelope) { self.post(.deliveryNote($0, $1)) }
            backlog.remove()
            // What waits for rest looks again.
            post(.logGrew)
        }
    }

    func act(_ act: UserAction) async throws(MayflyError) {
        do {
            try await withCheckedThrowingContinuation { (waiter: CheckedContinuation<Void, any Error>) in
                post(.act(act, waiter))
            }
        } catch let error as MayflyError {
            throw error
        } catch {
            throw MayflyError(.internalFault, "\(error)", cause: error)
        }
    }

    private func take(_ letter: WindowEvent) async {
        switch letter {
        case .act(.shutDown, let waiter):
            settling.append(SettlingAct(begun: .now, waiter: waiter))
            mode = .shuttingDown
            await advance(.close)
            for (_, lingerer) in lingering { await lingerer.worker.finish() }
        case .act(let act, let waiter):
            do throws(MayflyError) {
                try await perform(act)
                settling.append(SettlingAct(begun: .now, waiter: waiter))
            } catch {
                waiter.resume(throwing: error)
            }
        case .worker(let number, let event):
            guard let source = running?.number == number ? running : lingering[number] else { return }
            await CPUAccounting.$account.withValue(source.worker) { await take(event, from: source) }
        case .answered(let call, let answer):
            await CPUAccounting.$account.withValue(call.source.worker) { await finish(call, answer) }
        case .logGrew: await catchUp()
        case .deliveryNote(let id, let line): observer(.log(id, .warning, line))
        }
    }

    private func wakeSettled() {
        if case .shuttingDown = mode { return }
        let isQuiet =
            backlog.isEmpty && machine.isIdle && (running?.completions ?? 0) == 0 && openCalls.isEmpty
        // An extension that keeps itself busy for ever, say by a call in each completion, must not hold the person up.
        // Looking at the clock here is enough: such an extension keeps the letters coming.
        let limit = ContinuousClock.now - host.policy.patience
        let done = settling.filter { isQuiet || $0.begun < limit }
        settling.removeAll { isQuiet || $0.begun < limit }
        for act in done { act.waiter.resume() }
    }

    /// Gives the life cycle an event and does what follows.
    func advance(_ event: LifecycleMachine.Event) async {
        if machine.endsCurrent(event) { await running?.worker.beginClosing() }
        for action in machine.handle(event) { await carryOut(action) }
    }

    func nextWorkerNumber() -> Int {
        lastWorker += 1
        return lastWorker
    }

    var isShuttingDown: Bool { if case .shuttingDown = mode { true } else { false } }
}
