internal import MayflyABI
internal import MayflyBundles
internal import MayflyLinux
internal import MayflyModel
internal import MayflyViews
internal import MayflyWorkers

/// Carries out the calls of a window's extensions, and keeps count of what is under way for them.
///
/// A call that is answered at once passes three steps: `perform` or `stage` does what can be refused, `answer` tells the
/// extension, and `followUp` does what follows. A call whose answer takes time passes `begin`, and later `answer`.
final class ExtensionCalls {
    /// What a call leads to once it is answered.
    enum Consequence {
        case lifecycle(LifecycleMachine.Event)
        case browser(StickerPack.GridSize)
        case newStickers
        case log(HostEvent.LogLevel, String)
    }

    private let scope: WindowScope
    private let area: ExtensionArea
    private let conversation: SeenConversation
    private let services: CallServices
    private let post: @Sendable (SessionEvent) -> Void
    private let queues: CallQueues
    private let pictures: PictureDesk
    private var work = OpenWork()
    /// Ends the call that waits for the person.
    private var endOfWaiting: AsyncStream<Never>.Continuation?

    /// `post` takes the answers that take time.
    init(
        _ scope: WindowScope,
        area: ExtensionArea,
        conversation: SeenConversation,
        queues: CallQueues,
        post: @escaping @Sendable (SessionEvent) -> Void
    ) {
        self.scope = scope
        self.area = area
        self.conversation = conversation
        self.queues = queues
        self.post = post
        services = CallServices(scope)
        pictures = PictureDesk(scope)
    }

    // MARK: What is under way

    /// Whether no call waits for its answer, and no completion of the current extension is on its way.
    var isIdle: Bool { work.isEmpty }
    /// Whether a call waits for its answer.
    var areWaiting: Bool { work.hasCalls }

    /// A completion of the current extension has returned.
    func completionReturned() { work.returnCompletion() }

    /// The life cycle waits from now on until nothing of the current extension is under way.
    func beginDraining() { work.beginDraining() }

    /// Whether that has come: true once.
    func takeDrained(_ current: RunningExtension) -> Bool { work.takeDrained(current.number) }

    /// The current extension is none any more: only its calls are still answered.
    func dropCurrent() { work.dropCurrent() }

    // MARK: Calls whose answers take time

    /// Begins a call that is answered later. Throws where nothing is begun.
    func begin(
        _ function: ServiceFunction,
        _ open: OpenCall,
        selected: Item?,
        grantedHosts: [NetworkHost]
    ) throws(MessageError) {
        let (call, source) = (open.call, open.source)
        let permission = function.picturePermission.flatMap { scope.provides.contains($0) ? $0 : nil }
        let picture = permission.map { _ in PicturePlace() }
        let provided = try services.providerCall(function, call, for: source, picture: picture)
        let service = try services.service(
            of: function,
            call,
            for: source,
            selected: selected,
            grantedHosts: grantedHosts,
            provided: provided
        )
        // Without a provider nobody is shown anything.
        let shown = provided.flatMap { function.waitsForPerson && $0.isAvailable ? $0 : nil }
        guard shown == nil || !work.waitsForPerson else {
            throw MessageError(.limitExceeded, "\(call.function.name): the person is busy with another call")
        }
        let waiting = work.calls(of: source.number)
        guard waiting < scope.services.policy.openCalls else {
            throw MessageError(.limitExceeded, "\(call.function.name): \(waiting) calls wait for their answers already")
        }
        work.beginCall(of: source.number)
        if let shown {
            if let permission, let picture { pictures.ask(for: permission, source, in: picture) }
            return beginWaiting(open, shown, service)
        }
        let deadline = Deadline(after: scope.services.policy.service)
        // A slow server holds up no call that is for the store.
        let queue = function.isForStore ? source.calls : source.requests
        queue.add { [post] in
            // If the extension went over its budget while the call waited, the call is not started.
            let isOverBudget = source.worker.isOverBudget
            let answer = await CPUAccounting.with(source.worker) {
                await isOverBudget ? Self.overBudget(call) : deadline.answer(call.function.name, service)
            }
            post(.answered(open, answer))
        }
    }

    /// Begins a call that waits for the person. It holds up nothing else, and ends when the extension is closed.
    private func beginWaiting(
        _ open: OpenCall,
        _ provided: ProviderCall,
        _ service: @escaping CallServices.Service
    ) {
        if provided.hasSheet {
            work.prepareWaiting(of: open.source.number)
        } else {
            work.beginWaiting(of: open.source.number)
        }
        let (end, input) = AsyncStream.makeStream(of: Never.self)
        endOfWaiting = input
        let (name, policy) = (open.call.function.name, scope.services.policy)
        let person = policy.person
        let deadline = Deadline(after: person)
        let queue = queues.open()
        queue.add { [post] in
            let answer = await CPUAccounting.with(open.source.worker) {
                await Deadline.answer(name) {
                    try await withThrowingTaskGroup(of: CallAnswer?.self) { group in
                        group.addTask {
                            guard provided.hasSheet else { return try await deadline.value(name, service) }
                            return try await Self.paid(name, provided, by: deadline, policy) { price, purpose in
                                let (replies, reply) = AsyncStream.makeStream(of: PaymentAnswer.self)
                                let request = PaymentDesk.Request(price: price, purpose: purpose, reply: reply)
                                post(.wantsPayment(open, request))
                                return await replies.first { _ in true } == .pay
                            }
                        }
                        group.addTask {
                            for await _ in end {}
                            return nil
                        }
                        defer { group.cancelAll() }
                        if let answer = try await group.next() ?? nil { return answer }
                        try Task.checkCancellation()
                        throw MessageError(
                            .notActive,
                            "\(name): the extension was closed before the person had done it"
                        )
                    }
                }
            }
            post(.waited(open, answer))
        }
        queue.close()
    }

    /// Has the person asked, and the provider charge what they have agreed to. Each has its time.
    private static func paid(
        _ name: String,
        _ provided: ProviderCall,
        by deadline: Deadline,
        _ policy: Policy,
        _ ask: @escaping ProviderCall.Asking
    ) async throws -> CallAnswer {
        let agreed = try await deadline.value(name, whichMeans: "nothing was paid") {
            // The act of the person is not over before the sheet is shown.
            let list: ProviderCall.Listing = { listed in
                try await Deadline(after: policy.service).value(name, whichMeans: "nothing was paid", listed)
            }
            return try await provided.agreement(list, ask).map(Agreed.init)
        }
        guard let agreed else { return CallAnswer(PaymentOutcome.cancelled) }
        try Task.checkCancellation()
        return try await Deadline(after: policy.person).value(name, agreed.charge)
    }

    private struct Agreed: Sendable {
        let charge: ProviderCall.Charge
    }

    /// The person is asked now for a call, which holds up nothing else from here on. False where the extension was closed meanwhile.
    func beginAsking(_ open: OpenCall) -> Bool {
        guard endOfWaiting != nil, work.calls(of: open.source.number) > 0 else { return false }
        work.beginWaiting(of: open.source.number)
        return true
    }

    /// The extension is closed: nobody waits for the person any more.
    func endWaiting() {
        pictures.end()
        endOfWaiting?.finish()
        endOfWaiting = nil
    }

    /// The call that waited for the person has its answer.
    func endWaiting(_ open: OpenCall) {
        pictures.end()
        work.endWaiting()
        end(open)
    }

    // MARK: Pictures of the window

    /// The picture that the person is asked for in the window.
    var pictureRequest: PictureRequest? { pictures.request }

    /// Throws `.notAsShown` where that request for a picture is over.
    func requirePictureRequest(_ number: Int) throws(MayflyError) { try pictures.require(number) }

    /// Answers a request for a picture. Throws `.notAsShown` where it is over.
    func answerPicture(_ number: Int, _ answer: PicturePlace.Answer) throws(MayflyError) {
        try pictures.answer(number, answer)
        work.noteAnswer()
    }

    private static func overBudget(_ call: Arguments) -> CallAnswer {
        CallAnswer(error: MessageError(.limitExceeded, "\(call.function.name): the host was kept busy for too long"))
    }

    /// A call that was begun has its answer.
    func end(_ open: OpenCall) { work.endCall(of: open.source.number) }

    // MARK: The three steps of a call

    /// Does the part of a window's function that can be refused. Gives what follows once the call is answered.
    func perform(
        _ function: WindowFunction,
        _ call: Arguments,
        of running: RunningExtension,
        in style: PresentationStyle
    ) throws(MessageError) -> Consequence? {
        switch function {
        case .requestPresentationStyle:
            guard let style = call["style"].int32.flatMap(PresentationStyle.init(rawValue:)), style != .transcript
            else {
                throw MessageError(.invalidArgument, "style \(call["style"].int32 ?? -1) cannot be asked for")
            }
            return .lifecycle(.requestStyle(style, byPerson: false))
        case .dismiss: return .lifecycle(.dismiss)
        case .presentView:
            try CPUAccounting.charge { () throws(MessageError) in
                try present(call["card_json"].text ?? "", of: running, in: style)
            }
            return nil
        case .presentStickerBrowser:
            warn(running, lacks: Table.stickerCount, "its sticker browser stays empty")
            return .browser(call["sticker_size"].int32.flatMap(StickerPack.GridSize.init) ?? .regular)
        case .reloadStickers: return .newStickers
        case .supplySticker:
            try CPUAccounting.charge { () throws(MessageError) in try supply(call, of: running) }
            return nil
        case .log:
            let level = call["level"].int32.flatMap(HostEvent.LogLevel.init) ?? .info
            return .log(level, CPUAccounting.charge { SafeText.line(call["line"].text ?? "", limit: 4096) })
        }
    }

    /// Puts an item into the input field.
    func stage(
        _ function: DraftFunction,
        _ call: Arguments,
        of running: RunningExtension
    ) throws(MessageError) -> SeenConversation.Change {
        let made = try CPUAccounting.charge { () throws(MessageError) in try item(for: function, call, of: running) }
        do throws(MayflyError) {
            let change = try conversation.append([.staged(made)], under: running.install)
            CPUAccounting.charge {
                for line in DroppedFields.lines(of: call, staged: made) {
                    scope.observer(.log(running.bundle.id, .warning, line))
                }
            }
            return change
        } catch {
            // The reason names devices and files of the host, which no extension is told (C-197).
            area.report(.error, "\(function.rawValue) cannot be written down: \(error.message)")
            throw MessageError(.unknown, "the host could not keep it")
        }
    }

    /// Tells the extension, and the window's observer, what became of a call. `isCurrent` says whether the extension is the one
    /// that runs.
    nonisolated(nonsending) func answer(
        _ call: Arguments,
        _ answer: CallAnswer,
        completion: UInt64,
        from source: RunningExtension,
        isCurrent: Bool
    ) async {
        CPUAccounting.charge { tell(call, answer, completion: completion, from: source) }
        guard completion != 0 else { return }
        await complete(call, answer, completion: completion, from: source, isCurrent: isCurrent)
    }

    /// Tells the window's observer what became of a call.
    func tell(_ call: Arguments, _ answer: CallAnswer, completion: UInt64, from source: RunningExtension) {
        let (id, name) = (source.bundle.id, call.function.name)
        scope.observer(.call(id, name: name, arguments: JSONValue(call), error: answer.error))
        // A refusal that no completion takes goes into the log: the author learns of it there.
        if let error = answer.error, completion == 0 {
            scope.observer(.log(id, .error, ExtensionNote.refusal(of: name, error)))
        }
    }

    /// Tells the extension what became of a call that has a completion.
    nonisolated(nonsending) func complete(
        _ call: Arguments,
        _ answer: CallAnswer,
        completion: UInt64,
        from source: RunningExtension,
        isCurrent: Bool
    ) async {
        if isCurrent { work.sendCompletion() }
        await source.worker.complete(completion, of: call.function, with: answer)
    }

    /// Does the part of a call that comes after its answer; gives the event for the life cycle.
    func followUp(
        _ consequence: Consequence,
        of running: RunningExtension,
        in style: PresentationStyle
    ) -> LifecycleMachine.Event? {
        let id = running.bundle.id
        switch consequence {
        case .lifecycle(let event): return event
        case .browser(let size):
            area.show(.stickers(StickerBrowser(size: size)), of: id, in: style)
            return .loadStickers
        case .newStickers:
            if case .stickers(let browser) = area.view {
                area.show(.stickers(StickerBrowser(size: browser.size)), of: id, in: style)
            }
            return .loadStickers
        case .log(let level, let line):
            scope.observer(.log(id, level, line))
            return nil
        }
    }

    private func item(
        for function: DraftFunction,
        _ call: Arguments,
        of running: RunningExtension
    ) throws(MessageError) -> Item {
        switch function {
        case .insertSticker, .insertAttachment:
            // The field is checked before the file is copied: nobody would remove the copy again.
            if let refusal = conversation.draft.mediaRefusal(of: running.bundle.id) { throw refusal }
        case .insertMessage, .insertText, .sendMessage, .sendSticker, .sendText, .sendAttachment: break
        }
        let item = try running.broker.item(for: function, call)
        if let refusal = conversation.draft.refusal(of: item) { throw refusal }
        return item
    }

    private func present(
        _ json: String,
        of running: RunningExtension,
        in style: PresentationStyle
    ) throws(MessageError) {
        do throws(MayflyError) {
            let card = try Card(json: json)
            for note in card.notes { area.report(.warning, note) }
            let submits = card.controls.contains { if case .submit = $0.kind { true } else { false } }
            if submits { warn(running, lacks: Table.didPerformAction, "a tap on an action of its card does nothing") }
            area.show(.card(card, CardInputs(card)), of: running.bundle.id, in: style)
        } catch {
            throw MessageError(.invalidArgument, error.message)
        }
    }

    /// Names a callback that the extension does not have, and what does not work without it.
    private func warn(_ running: RunningExtension, lacks callback: Function, _ effect: String) {
        guard let callbacks = running.callbacks, !callbacks.contains(callback) else { return }
        area.report(.warning, "it has no \(callback.cName), so \(effect)")
    }

    /// Fills one cell of the browser. It is refused outside `stickerAt`, and for another index than that callback's.
    private func supply(_ call: Arguments, of running: RunningExtension) throws(MessageError) {
        guard case .stickerAt(let index) = running.callback, case .stickers = area.view,
            call["index"].unsigned == UInt64(index)
        else { throw MessageError(.invalidArgument, "supplySticker belongs into sticker_at, for the same index") }
        let sticker = try call["sticker"].record.map { record throws(MessageError) in
            try running.broker.coder.files.sticker(from: record)
        }
        area.fillCell(Int(index), with: sticker)
    }
}

extension ServiceFunction {
    /// Whether it is carried out in the home folder, in the order of the calls.
    fileprivate var isForStore: Bool {
        switch self {
        case .readSession, .getState, .putState, .readSettings: true
        case .fetch, .choosePhoto, .takePicture, .listProducts, .ownedProducts, .buyProduct, .requestPayment: false
        }
    }
}
