public import MayflyBundles
package import MayflyLinux
public import MayflyModel
public import MayflyStore

/// One conversation on the screen of one device: the transcript, the input field and at most one extension.
///
/// A window is made by `ExtensionHost.withWindow` and lives inside that call, or by `openWindow` and lives until `close`. Each method
/// that does something returns when all that follows from it is done: callbacks and completions have returned, and nothing waits. An
/// extension that never comes to rest, or a delivery that takes long, holds it up for no longer than `Policy.patience`.
public actor ConversationWindow {
    private enum State {
        /// Takes what the queue brings.
        case open
        /// Ends what is left, and stops after it.
        case shuttingDown
    }

    /// The device on whose screen the window is.
    public nonisolated var device: DeviceRecord { scope.device }
    /// The conversation that it shows.
    public nonisolated var conversation: ConversationRecord { scope.conversation }
    /// All devices of the conversation, this one too.
    public nonisolated var members: [DeviceRecord] { scope.members }

    private nonisolated let scope: WindowScope
    private nonisolated let people: People
    private nonisolated let queue = WindowQueue()
    private let callQueues = CallQueues()
    private let book: ReceiptBook
    private let seen: SeenConversation
    private let area: ExtensionArea
    private let session: ExtensionSession
    private let actions: UserActions
    private let timer: PatienceTimer
    private let pictures: CardPictures
    private var state = State.open
    /// Ends when the window is shut down. Cancellation of the caller must not interrupt that, so it is a task of its own.
    private var running: Task<Void, Never>?

    init(
        services: HostServices,
        device: DeviceRecord,
        conversation: ConversationRecord,
        showsQuestions: Bool = false,
        showsPayments: Bool = false,
        provides: Set<PermissionName> = [],
        languages: Languages = .none,
        observer: @escaping @Sendable (HostEvent) -> Void
    ) throws(MayflyError) {
        let scope = try WindowScope(
            services: services,
            device: device,
            conversation: conversation,
            showsQuestions: showsQuestions,
            showsPayments: showsPayments,
            provides: provides,
            languages: languages,
            observer: observer
        )
        let book = ReceiptBook(services.store) { observer(.log(nil, .error, $0)) }
        let seen = try SeenConversation(scope) { [queue] in queue.post(.logGrew) }
        let area = ExtensionArea(observer: scope.observer)
        let post: @Sendable (SessionEvent) -> Void = { [queue] event in queue.post(.session(event)) }
        let history = LaunchHistory(scope, book: book)
        let session = ExtensionSession(
            scope,
            area: area,
            conversation: seen,
            calls: ExtensionCalls(scope, area: area, conversation: seen, queues: callQueues, post: post),
            workers: WindowWorkers(
                services,
                launcher: ExtensionLauncher(scope, history: history, queues: callQueues, post: post),
                history: history,
                queues: callQueues,
                post: post
            )
        )
        self.scope = scope
        people = People(scope.members)
        self.book = book
        self.seen = seen
        self.area = area
        self.session = session
        pictures = CardPictures(area: area, session: session, converter: services.pictures)
        timer = PatienceTimer(loop: services.loop) { [queue] in queue.post(.patienceEnded) }
        actions = UserActions(
            ActionContext(
                scope: scope,
                area: area,
                conversation: seen,
                session: session,
                queue: queue,
                handOffs: HandOffBoard(scope)
            )
        )
    }

    // MARK: What can be read

    /// The end of the transcript, newest last.
    public var transcript: TranscriptPage { seen.page }
    /// What is in the input field.
    public var draft: Draft { seen.draft }
    /// What the extension shows.
    public var view: ExtensionView { area.view }
    /// The same, with the account that the host's work for it is charged to: nil for a sticker pack, and where no extension runs.
    package var chargedView: (view: ExtensionView, account: (any CPUAccount)?) {
        (area.view, area.pack == nil ? session.account : nil)
    }
    /// The style of what is open. A sticker pack is compact always.
    public var style: PresentationStyle { area.pack == nil ? session.style : .compact }
    /// The extension or sticker pack that is open.
    public var openExtension: ExtensionBundle? { area.open }
    /// What the person is asked for the extension; nil for nothing.
    public var question: PermissionQuestion? { session.question }
    /// The payment that the person is to agree to; nil for none.
    public var payment: PaymentSheet? { session.payment }
    /// The picture that the person is asked for in a window that provides them; nil for none.
    public var pictureRequest: PictureRequest? { session.pictureRequest }
    /// Why the last extension of this window could not be opened, or ended when nobody asked for it; nil after the
    /// next one is opened.
    public var failure: MayflyError? { session.failure }

    /// The name that this device knows a person by (model 6.7).
    public nonisolated func name(of participant: ParticipantID) -> String { people.name(of: participant) }

    /// The rows of the transcript above those of a page. Expiring items among them count as read from now on.
    public func page(before later: TranscriptPage) async throws(MayflyError) -> TranscriptPage {
        try await read { () throws(MayflyError) in try seen.page(before: later) }
    }

    /// The rows of the transcript above that of an item. Expiring items among them count as read from now on.
    ///
    /// - Throws: `.unknownMessage` for an item that is not shown.
    public func page(before item: ItemID) async throws(MayflyError) -> TranscriptPage {
        try await read { () throws(MayflyError) in
            if let page = try seen.page(above: item) { return page }
            throw Self.notShown(item)
        }
    }

    /// The stickers that the person used last, on any device, as `ExtensionHost.recents` gives them.
    public nonisolated func recents() throws(MayflyError) -> [RecentSticker] {
        try scope.services.store.recents(on: scope.device.id)
    }

    /// The messages of other devices of the person that can be taken with `takeHandOff`, the oldest first. They may be of other
    /// conversations.
    public nonisolated func handOffs() throws(MayflyError) -> [HandOff] {
        try scope.services.handOffs(on: scope.device)
    }

    /// Notes that the person has seen the transcript up to an item; an earlier one, and one that is not here, changes nothing.
    public func markSeen(_ item: ItemID) throws(MayflyError) { try seen.markSeen(item) }

    /// Gives a page as it is when all on it is read.
    private func read(_ page: () throws(MayflyError) -> TranscriptPage) async throws(MayflyError) -> TranscriptPage {
        let unread = try page()
        guard !SeenConversation.unread(unread.entries).isEmpty else { return unread }
        try await act(.read(unread))
        return try page()
    }

    private static let closing = MayflyError(.notPossibleNow, "the window is closing")

    private static func notShown(_ item: ItemID) -> MayflyError {
        MayflyError(.unknownMessage, "the transcript shows no item \(item)")
    }

    /// The text of an item that is shown, or of the input field for nil: '' for an item without text.
    ///
    /// - Throws: `.unknownMessage` for an item that is not shown.
    package func text(of item: ItemID?) throws(MayflyError) -> String {
        guard let item else { return draft.text }
        guard let number = try number(of: item), let entry = try entry(number: number), entry.itemID == item else {
            throw Self.notShown(item)
        }
        guard case .text(let text)? = entry.item?.content else { return "" }
        return text
    }

    /// The row that a person counts as `number` in the whole transcript; nil for a number that no row has.
    public func entry(number: Int) throws(MayflyError) -> TranscriptEntry? { try seen.entry(number: number) }

    /// The number of an item's row in the whole transcript; nil for one that is not shown.
    public func number(of item: ItemID) throws(MayflyError) -> Int? { try seen.number(of: item) }

    /// A picture of the card that is shown, as a JPEG: it was decoded in a process of its own.
    ///
    /// It ends when the card is not shown any more, or the window is closed.
    ///
    /// - Parameter name: what the card calls it. Throws `.unknownControl` for another, `.files` for one that cannot be read or
    ///   decoded, and `.notPossibleNow` where too many are waited for, or the card is gone.
    package func picture(named name: String) async throws(MayflyError) -> [UInt8] {
        try await picture(named: name, isForTerminal: false)
    }

    /// The pixels of such a picture for a terminal. It ends and throws as `picture(named:)` does.
    package func pixels(ofPicture name: String) async throws(MayflyError) -> PicturePixels {
        try PicturePixels(converted: await picture(named: name, isForTerminal: true))
    }

    /// The pixels of a sticker that an extension shows, for a terminal. Its decoding is charged to the extension. It throws as
    /// `ExtensionHost.pixels(of:)` does.
    package func pixels(of sticker: Sticker) async throws(MayflyError) -> PicturePixels {
        let services = scope.services
        let result: Result<PicturePixels, MayflyError> = await CPUAccounting.with(session.account) {
            do throws(MayflyError) { return .success(try await services.pixels(of: sticker.file.digest)) } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private func picture(named name: String, isForTerminal: Bool) async throws(MayflyError) -> [UInt8] {
        guard case .open = state else { throw Self.closing }
        let request = try pictures.begin(name, isForTerminal: isForTerminal)
        defer { pictures.finish(request) }
        let result = await withTaskGroup(of: Result<[UInt8], MayflyError>?.self) { group in
            group.addTask { await self.convertPicture(for: request) }
            group.addTask {
                for await _ in request.ends {}
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
        guard let result else { throw CardPictures.gone }
        return try result.get()
    }

    private func convertPicture(for request: CardPictures.Request) async -> Result<[UInt8], MayflyError>? {
        await pictures.convert(for: request)
    }

    // MARK: The queue

    /// Posts an act of the person, and returns when all that follows from it is done.
    package nonisolated func act(_ act: UserAction) async throws(MayflyError) { try await queue.act(act) }

    /// Reads the conversation again: another window or program may have changed it.
    nonisolated func wake() { queue.post(.logGrew) }

    /// Logs a warning of the host.
    nonisolated func warn(_ line: String) { queue.post(.deliveryNote(nil, line)) }

    /// Closes the window. When it returns, the extension has resigned, and every process that the window started is ended and reaped,
    /// except one that a debugger holds (`Policy.ending`). Acts that come later throw. A second call waits for the same end.
    public func close() async {
        // At once: it may be what the acts before this one wait for, and nobody will see it.
        queue.endReading()
        pictures.end()
        try? await act(.shutDown)
        await running?.value
    }

    /// Closes the window at once, as when the task that has it open is cancelled: acts that wait return. Call `close` to wait for the
    /// end.
    public nonisolated func cancel() {
        queue.post(.cancelled)
        // At once: a window that closes waits for deliveries, and takes no events then.
        queue.hurry()
    }

    /// Takes events from now on, until the window is shut down and every worker of it is gone.
    func begin() async {
        let services = scope.services
        let number = await services.addWindow(
            HostServices.Window(
                wake: { [weak self] in self?.wake() },
                warn: { [weak self] line in self?.warn(line) },
                catchUp: { [book] in await book.catchUp() }
            )
        )
        if device.profile.runsExtensions { services.store.openDevices.enter(device.id) }
        running = Task {
            await run()
            services.removeWindow(number)
        }
    }

    private func run() async {
        let services = scope.services
        queue.dispatchEarlier()
        async let deliveries: Void = queue.deliverOutgoing(to: conversation.id, by: services)
        // It is cancelled when the window ends.
        async let _: Void = services.deliverPending(elsewhereThan: conversation.id)
        async let receipts: Void = book.run()
        async let lateReceipts: Void = services.lateReceipts.write()
        await session.take(seen.begin())
        actions.lookAtHandOffs()
        await withDiscardingTaskGroup { group in
            group.addTask { [callQueues] in await callQueues.run() }
            await takeEvents()
            callQueues.close()
        }
        await pictures.rest()
        queue.closeOutlet()
        await deliveries
        for (id, line) in await queue.close() { scope.observer(.log(id, .warning, line)) }
        queue.endActs()
        await seen.stop()
        book.close()
        await receipts
        await lateReceipts
        await services.lateReceipts.take(book)
    }

    private func takeEvents() async {
        for await event in queue.events {
            queue.noteTaken(event)
            let views = area.views
            await take(event)
            if area.views != views { pictures.endUnshown() }
            queue.finishEvent()
            switch state {
            case .open: await wakeSettled(after: event)
            case .shuttingDown: if session.isOver { return }
            }
        }
    }

    private func wakeSettled(after event: WindowEvent) async {
        // An extension that has something under way posts an event when that is over.
        if case .patienceEnded = event, !session.isIdle { return }
        let rest = queue.wakeSettled(
            isIdle: session.isIdle,
            namesSince: session.unnamedSince,
            patience: scope.services.policy.patience,
            failure: session.failure
        )
        if let rest { await timer.start(after: rest) }
    }

    private func take(_ event: WindowEvent) async {
        switch event {
        case .act(.shutDown, let waiter):
            queue.settle(waiter, tellsFailure: false)
            await shutDown()
        case .cancelled:
            // The acts that wait for the extension return now: the task is to end.
            queue.endActs()
            await session.hurry()
            await shutDown()
        case .act(let act, let waiter):
            do throws(MayflyError) {
                guard case .open = state else { throw Self.closing }
                try await actions.perform(act)
                queue.settle(waiter, tellsFailure: act.tellsFailure)
            } catch {
                waiter.resume(returning: .failure(error))
            }
        case .session(let event): await session.take(event)
        case .logGrew: await actions.wake()
        case .patienceEnded: break
        case .deliveryNote(let id, let line): scope.observer(.log(id, .warning, line))
        }
    }

    private func shutDown() async {
        guard case .open = state else { return }
        state = .shuttingDown
        if device.profile.runsExtensions { scope.services.store.openDevices.leave(device.id) }
        pictures.end()
        seen.close()
        await session.shutDown()
    }
}
