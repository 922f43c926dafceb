internal import MayflyABI
internal import MayflyBundles
internal import MayflyLinux
internal import MayflyModel
internal import MayflyViews
internal import MayflyWorkers

/// The extension of a window: runs its life cycle, and takes what its worker reports.
///
/// `LifecycleMachine` decides what happens; this does it. At most one extension is current.
final class ExtensionSession {
    private let scope: WindowScope
    private let area: ExtensionArea
    private let conversation: SeenConversation
    private let calls: ExtensionCalls
    private let workers: WindowWorkers
    private let permissions: PermissionDesk
    private let payments: PaymentDesk
    private var machine = LifecycleMachine()
    /// The bundles that the person has opened: the life cycle knows only their identifiers.
    private var bundles: [ExtensionID: ExtensionBundle] = [:]
    /// Why the last extension could not be opened, or ended when nobody asked for it; nil after the next one is opened.
    private(set) var failure: MayflyError? {
        didSet { failedLaunch = nil }
    }
    /// The number of the launch whose end is the failure, while it is.
    private var failedLaunch: Int?

    init(
        _ scope: WindowScope,
        area: ExtensionArea,
        conversation: SeenConversation,
        calls: ExtensionCalls,
        workers: WindowWorkers
    ) {
        self.scope = scope
        self.area = area
        self.conversation = conversation
        self.calls = calls
        self.workers = workers
        permissions = PermissionDesk(scope)
        payments = PaymentDesk(scope)
    }

    // MARK: What can be read

    var style: PresentationStyle { machine.style }
    /// The extension that is launching, active or resigning.
    var current: ExtensionID? { machine.current }
    /// What the person is asked for the extension.
    var question: PermissionQuestion? { permissions.question }
    /// The payment that the person is to agree to.
    var payment: PaymentSheet? { payments.sheet }
    /// The picture that the person is asked for in the window.
    var pictureRequest: PictureRequest? { calls.pictureRequest }
    /// What the host does for the card of the current extension is charged to this.
    var account: (any CPUAccount)? { workers.current?.worker }
    /// Whether nothing of an extension is under way.
    var isIdle: Bool { machine.isIdle && calls.isIdle }
    /// When the first worker ended whose receipt waits for the names of functions; nil for none.
    var unnamedSince: ContinuousClock.Instant? { workers.unnamedSince }
    /// Whether no worker lives, no receipt waits and no call waits. What an extension asked for while it could is done, even if
    /// nobody waits for the answer any more.
    var isOver: Bool { workers.isEmpty && !calls.areWaiting }

    /// Checks bytes as those of a picture of a message are checked. It is charged to the current extension.
    func check(_ bytes: [UInt8]) throws(MayflyError) {
        do throws(PictureProblem) {
            try CPUAccounting.charge(account) { () throws(PictureProblem) in _ = try MediaRole.image.check(bytes) }
        } catch {
            throw MayflyError(.files, "the picture cannot be shown: \(error.reason)")
        }
    }

    /// The bytes of a picture of the current extension's card, which are not checked, and their SHA-256.
    func bytes(of picture: CardPicture) throws(MayflyError) -> (bytes: [UInt8], digest: [UInt8]) {
        guard let running = workers.current else { throw ExtensionArea.noExtension }
        do throws(MessageError) {
            return try CPUAccounting.charge(running.worker) { () throws(MessageError) in
                let bytes = try running.broker.coder.files.bytes(of: picture)
                return (bytes, SHA256.hash(bytes))
            }
        } catch {
            throw MayflyError(.files, error.message)
        }
    }

    // MARK: What the window asks for

    /// Opens an extension, by a tap on its bubble where there is an item.
    nonisolated(nonsending) func open(_ bundle: ExtensionBundle, selecting item: Item?) async {
        failure = nil
        bundles[bundle.id] = bundle
        await advance(.open(bundle.id, selecting: item))
    }

    /// The person did something that is no failure of an extension.
    func forgetFailure() { failure = nil }

    /// Closes the extension, and ends the workers that linger. None lingers from now on.
    nonisolated(nonsending) func shutDown() async {
        workers.beginShutDown()
        await advance(.close)
        await workers.endLingerers()
    }

    /// Gives the extension only the shortest time from now on.
    nonisolated(nonsending) func hurry() async { await workers.current?.worker.hurry() }

    /// Gives the life cycle an event, and does what follows. Always on the actor of the window: a closure on the way here that
    /// leaves it would be a data race.
    nonisolated(nonsending) func advance(_ event: LifecycleMachine.Event) async {
        let window: (any Actor)? = #isolation
        assert(window != nil)
        if machine.endsCurrent(event) {
            await workers.current?.worker.beginClosing()
            await withdrawQuestion()
        }
        var actions = CPUAccounting.charge { carryOutAtOnce(machine.handle(event)[...]) }
        while let action = actions.first {
            await carryOut(action)
            let rest = actions.dropFirst()
            actions = rest.isEmpty ? [] : CPUAccounting.charge { carryOutAtOnce(rest) }
        }
    }

    /// Tells the extension what follows for it from a change of the conversation.
    nonisolated(nonsending) func take(_ change: SeenConversation.Change) async {
        for failure in change.failures { area.report(.error, failure) }
        await forgetExpired()
        for item in change.arrived where item.origin?.extensionID == machine.current {
            await advance(.received(item))
        }
    }

    /// What has expired is neither told nor selected any more (model 5.10).
    nonisolated(nonsending) private func forgetExpired() async {
        let expiring = machine.items.filter { $0.message?.shouldExpire == true }.map(\.id)
        guard !expiring.isEmpty else { return }
        do throws(MayflyError) {
            let gone = try conversation.expired(among: expiring)
            if !gone.isEmpty { await advance(.expired(gone)) }
        } catch {
            area.report(.error, "what has expired cannot be read: \(error.message)")
        }
    }

    /// D-14: logs a callback that was due when its extension was not active any more.
    func reportSuppressed(_ callback: Callback) {
        let line = "\(callback.name) is not delivered: the extension is not active"
        guard case .didStartSending(let item) = callback else { return area.report(.info, line) }
        scope.observer(.log(item.origin?.extensionID, .info, line))
    }

    // MARK: What the life cycle asks for

    /// Carries out actions up to the first that takes time, and gives that one and those after it. It is charged as a whole.
    private func carryOutAtOnce(_ actions: ArraySlice<LifecycleMachine.Action>) -> ArraySlice<LifecycleMachine.Action> {
        var rest = actions
        while let action = rest.first {
            switch action {
            case .spawn, .drain, .launched, .retire: return rest
            case .call(let callback):
                if lacks(callback) {
                    // Nobody is called, and nothing waits for the queue. It is the last action: the life cycle waits for its return.
                    rest = machine.handle(.returned(result: 0))[...]
                    continue
                }
                if mustHandOverFiles(of: callback) { return rest }
                call(callback)
            case .styleChanged(let new): area.announce(in: new)
            case .showKeyboard: scope.observer(.keyboard(isShown: !conversation.draft.isEmpty))
            case .suppressed(let callback): reportSuppressed(callback)
            case .vanished(let id, let style):
                area.clear(of: id, in: style)
                // What became of the extension before does not concern who opened a pack.
                if area.pack != nil { failure = nil }
            }
            rest = rest.dropFirst()
        }
        return rest
    }

    /// Carries out an action that takes time.
    nonisolated(nonsending) private func carryOut(_ action: LifecycleMachine.Action) async {
        switch action {
        case .spawn(let id, let style):
            // Launches are charged to no extension, not even to the one whose end allows them.
            await CPUAccounting.with(nil) { await spawn(id, style) }
        case .call(let callback):
            // Charged to no extension: other people decide how many files they send, and how large.
            workers.current?.broker.handOverFiles(of: callback, in: machine)
            CPUAccounting.charge { call(callback) }
        case .drain:
            await withdrawQuestion()
            calls.beginDraining()
            await drainIfPossible()
        case .launched:
            await workers.completeLaunch()
            if case .none = area.view { area.report(.warning, Self.nothingShown) }
        case .retire(let style): await retire(in: style)
        case .styleChanged, .showKeyboard, .suppressed, .vanished: _ = carryOutAtOnce([action])
        }
    }

    private static let nothingShown =
        "it is on screen and shows nothing: present_view or present_sticker_browser shows something"

    nonisolated(nonsending) private func spawn(_ id: ExtensionID, _ style: PresentationStyle) async {
        // The failure of the extension before this one does not concern who opens this one.
        failure = nil
        permissions.forgetTouch()
        do throws(MayflyError) {
            guard let bundle = bundles[id] else {
                throw MayflyError(.unknownExtension, "no extension '\(id)' was opened")
            }
            try await workers.launch(bundle, in: style)
            area.setRunning(bundle)
        } catch {
            failure = error
            await advance(.ended)
        }
    }

    /// Whether the extension does not have the callback, and its worker need not be told.
    private func lacks(_ callback: Callback) -> Bool { workers.current?.callbacks?.concerns(callback.row) == false }

    private func mustHandOverFiles(of callback: Callback) -> Bool {
        guard let running = workers.current, running.callbacks?.contains(callback.row) == true else { return false }
        return running.broker.mustHandOverFiles(of: callback, in: machine)
    }

    private func call(_ callback: Callback) {
        guard let running = workers.current else { return }
        let row = callback.row
        workers.begin(callback)
        // For one that the extension does not have, nothing is made.
        let arguments = running.callbacks?.contains(row) == true ? announce(callback, to: running) : []
        let deadline = callback.isResign ? running.policy.resign : running.policy.callback
        running.worker.requestCallBack(row, arguments, deadline: deadline, mayTakeMoreTime: callback.isResign)
    }

    /// Tells the observer of a callback, and gives its arguments.
    private func announce(_ callback: Callback, to running: RunningExtension) -> [Value] {
        let arguments = running.broker.arguments(of: callback, in: machine)
        let told = JSONValue(Arguments(function: callback.row, values: arguments))
        scope.observer(.callback(running.bundle.id, name: callback.name, arguments: told))
        return arguments
    }

    nonisolated(nonsending) private func drainIfPossible() async {
        if let running = workers.current, calls.takeDrained(running) { await advance(.drained) }
    }

    /// The extension has left the screen: its process is frozen and lingers, or ends at once.
    nonisolated(nonsending) private func retire(in style: PresentationStyle) async {
        await withdrawQuestion()
        guard let retired = workers.takeCurrent() else { return }
        calls.dropCurrent()
        area.clear(of: retired.bundle.id, in: style)
        await workers.linger(retired)
    }

    // MARK: What workers report

    /// Takes an event of the window's queue. The host's time for it is charged to its extension.
    nonisolated(nonsending) func take(_ event: SessionEvent) async {
        switch event {
        case .worker(let number, let event):
            guard let source = workers[number] else { return }
            await CPUAccounting.with(source.worker) { await take(event, from: source) }
        case .answered(let open, let answer):
            await CPUAccounting.with(open.source.worker) {
                calls.end(open)
                await self.answer(open.call, answer, completion: open.completion, from: open.source)
                await drainIfPossible()
            }
        case .wantsPayment(let open, let request):
            guard workers.isCurrent(open.source), calls.beginAsking(open) else { return request.reply.finish() }
            payments.show(request, for: open.source)
        case .waited(let open, let answer):
            await CPUAccounting.with(open.source.worker) {
                payments.withdraw()
                calls.endWaiting(open)
                await self.answer(open.call, answer, completion: open.completion, from: open.source)
                await drainIfPossible()
            }
        case .named(let ending, let source): keep(ending, of: source)
        }
    }

    nonisolated(nonsending) private func take(_ event: WorkerEvent, from source: RunningExtension) async {
        let id = source.bundle.id
        switch event {
        case .spawned(let process):
            workers.noteProcess(process)
            scope.observer(.process(id, .spawned, id: process))
        case .waiting: scope.observer(.process(id, .waiting, id: source.record.process))
        case .opened(let callbacks):
            workers.noteCallbacks(callbacks)
            await advance(.opened)
        case .returned(_, let result, let microseconds):
            reportIfSlow(.microseconds(microseconds))
            await returned(result.unsigned ?? 0)
        case .called(let function, let call, let completion):
            // No call is carried out for an extension over its budget, not even one that it made before.
            if !source.worker.isOverBudget { await take(function, call, completion: completion, from: source) }
            source.worker.reportTaken()
        case .askedForTime(let call, let completion, let outcome):
            await takeRequestForTime(call, completion: completion, outcome, from: source)
            source.worker.reportTaken()
        case .completionReturned:
            guard workers.isCurrent(source) else { return }
            calls.completionReturned()
            await drainIfPossible()
        case .violated(let function, let error):
            scope.observer(.call(id, name: function, arguments: .null, error: error))
            source.worker.reportTaken()
        case .printed(let line):
            scope.announce(printed: line, by: id)
            source.worker.reportTaken()
        case .memoryIsShort(let use, let limit):
            guard workers.isCurrent(source) else { return }
            area.report(.warning, "it uses \(use / 1024) MiB of memory, and may use \(limit / 1024)")
            await advance(.memoryWarning)
        case .killed: scope.observer(.process(id, .killed, id: source.record.process))
        case .warned(let line): scope.observer(.log(id, .warning, line))
        case .ended(let end, let box): await ended(source, end, box)
        }
    }

    /// An extension must react to a change of style at once; one that does not is named in its log (C-092).
    private func reportIfSlow(_ duration: Duration) {
        let limit = scope.services.policy.transition
        guard let callback = workers.current?.callback, callback.isTransition, duration > limit else { return }
        let (taken, allowed) = (duration.milliseconds, limit.milliseconds)
        area.report(.warning, "\(callback.name) took \(taken) ms; a change of style has \(allowed) ms")
    }

    nonisolated(nonsending) private func returned(_ result: UInt64) async {
        let callback = workers.endCallback()
        // Who has no stickerAt is not asked for its stickers one by one: each would be a step of the life cycle.
        let hasStickers = workers.current?.callbacks?.contains(Table.stickerAt) ?? false
        await advance(.returned(result: hasStickers ? result : 0))
        // The browser is announced once, after its last sticker.
        guard case .stickerAt = callback else { return }
        if case .stickerAt = workers.current?.callback { return }
        area.announce(in: style)
    }

    nonisolated(nonsending) private func ended(_ source: RunningExtension, _ end: WorkerEnd, _ box: BlackBox?) async {
        let wasCurrent = workers.isCurrent(source)
        let end = await workers.close(source, end, box)
        guard wasCurrent else { return }
        // Its calls are not answered any more.
        _ = permissions.withdraw()
        payments.withdraw()
        calls.endWaiting()
        calls.dropCurrent()
        failure = end.failure(of: source.bundle.manifest.name)
        failedLaunch = source.number
        await advance(.ended)
    }

    /// The receipt of a worker is complete. If its end is still the failure, the failure names the function now.
    private func keep(_ ending: LaunchRecord.Ending, of source: RunningExtension) {
        let end = workers.keep(ending, of: source)
        guard failedLaunch == source.number else { return }
        failure = end.failure(of: source.bundle.manifest.name)
        failedLaunch = source.number
    }

    // MARK: What extensions call

    nonisolated(nonsending) private func take(
        _ function: HostFunction,
        _ call: Arguments,
        completion: UInt64,
        from source: RunningExtension
    ) async {
        var error: MessageError?
        do throws(MessageError) {
            if case .window(let command) = function {
                return await take(command, call, completion: completion, from: source)
            }
            try requireActive(source, for: function, call)
            switch function {
            case .service(let service):
                return try take(service, OpenCall(call: call, completion: completion, source: source))
            case .draft(let insertion): await take(try calls.stage(insertion, call, of: source))
            case .window: break
            }
        } catch let refusal {
            error = refusal
        }
        await answer(call, CallAnswer(error: error), completion: completion, from: source)
    }

    /// Begins a call whose answer takes time, or lets it wait for the person.
    private func take(_ service: ServiceFunction, _ open: OpenCall) throws(MessageError) {
        guard case .mayBegin = try permissions.admit(service, open) else { return }
        try begin(service, open)
    }

    private func begin(_ service: ServiceFunction, _ open: OpenCall) throws(MessageError) {
        let hosts = service == .fetch ? permissions.grantedHosts(of: open.source) : []
        try calls.begin(service, open, selected: machine.selected, grantedHosts: hosts)
    }

    // MARK: What the person is asked

    /// The person has touched the view of the extension.
    func noteTouch() { permissions.noteTouch() }

    /// The person has answered: what has waited for it begins, or is refused.
    nonisolated(nonsending) func answer(_ number: Int, _ answer: PermissionAnswer?) async throws(MayflyError) {
        let permission = permissions.question?.permission
        let waiting = try permissions.answer(number, answer)
        for waiting in waiting {
            await CPUAccounting.with(waiting.call.source.worker) {
                do throws(MessageError) {
                    guard let answer, answer != .no else {
                        let name = permission.map { "'\($0)'" } ?? "it"
                        throw MessageError(
                            .notPermitted,
                            "\(waiting.function.rawValue): the person has refused \(name)"
                        )
                    }
                    try begin(waiting.function, waiting.call)
                } catch {
                    await refuse(waiting, error)
                }
            }
        }
    }

    /// The person has answered the sheet of a payment.
    func answerPayment(_ number: Int, _ answer: PaymentAnswer) throws(MayflyError) {
        try payments.answer(number, answer)
    }

    /// Throws `.notAsShown` where that request for a picture is over.
    func requirePictureRequest(_ number: Int) throws(MayflyError) { try calls.requirePictureRequest(number) }

    /// Answers a request for a picture. Throws `.notAsShown` where it is over.
    func answerPicture(_ number: Int, _ answer: PicturePlace.Answer) throws(MayflyError) {
        try calls.answerPicture(number, answer)
    }

    /// The extension is closed, or closes itself: what has waited for the person is refused, before it resigns.
    nonisolated(nonsending) private func withdrawQuestion() async {
        payments.withdraw()
        calls.endWaiting()
        for waiting in permissions.withdraw() {
            let name = waiting.function.rawValue
            let error = MessageError(.notActive, "\(name): the extension was closed before the person answered")
            await CPUAccounting.with(waiting.call.source.worker) { await refuse(waiting, error) }
        }
    }

    nonisolated(nonsending) private func refuse(_ waiting: PermissionDesk.Waiting, _ error: MessageError) async {
        let open = waiting.call
        await answer(open.call, CallAnswer(error: error), completion: open.completion, from: open.source)
    }

    /// Takes a call of a function of the window. All that is done for it at once is charged as a whole.
    nonisolated(nonsending) private func take(
        _ command: WindowFunction,
        _ call: Arguments,
        completion: UInt64,
        from source: RunningExtension
    ) async {
        let isCurrent = workers.isCurrent(source)
        func followUp(_ consequence: ExtensionCalls.Consequence?) -> LifecycleMachine.Event? {
            guard isCurrent, let consequence else { return nil }
            return calls.followUp(consequence, of: source, in: style)
        }
        var event: LifecycleMachine.Event?
        let (answer, consequence) = CPUAccounting.charge {
            var answer = CallAnswer()
            var consequence: ExtensionCalls.Consequence?
            do throws(MessageError) {
                try requireActive(source, for: .window(command), call)
                consequence = try calls.perform(command, call, of: source, in: style)
            } catch {
                answer.error = error
            }
            calls.tell(call, answer, completion: completion, from: source)
            if completion == 0 { event = followUp(consequence) }
            return (answer, consequence)
        }
        if completion != 0 {
            await calls.complete(call, answer, completion: completion, from: source, isCurrent: isCurrent)
            event = CPUAccounting.charge { followUp(consequence) }
        }
        if let event { await advance(event) }
    }

    /// Refuses a call that the extension may not make now: calls of a conversation need an active extension, from the start of
    /// willBecomeActive to the return of willResignActive (model 4.7). A style may be asked for before that (D-07). A lingering
    /// worker may make no call at all.
    private func requireActive(
        _ source: RunningExtension,
        for function: HostFunction,
        _ call: Arguments
    ) throws(MessageError) {
        let isInTime =
            switch function {
            case .window(.requestPresentationStyle): machine.takesRequestsForStyle
            default: call.function.state != .active || machine.isConnected
            }
        guard workers.isCurrent(source), isInTime else {
            throw MessageError(.notActive, "\(call.function.name): the extension is not active")
        }
    }

    nonisolated(nonsending) private func answer(
        _ call: Arguments,
        _ answer: CallAnswer,
        completion: UInt64,
        from source: RunningExtension
    ) async {
        await calls.answer(call, answer, completion: completion, from: source, isCurrent: workers.isCurrent(source))
    }

    /// The extension asked for more time while it resigns; the person sees what for.
    nonisolated(nonsending) private func takeRequestForTime(
        _ request: Arguments,
        completion: UInt64,
        _ outcome: Result<Duration, MessageError>,
        from source: RunningExtension
    ) async {
        switch outcome {
        case .success(let time):
            let reason = CPUAccounting.charge { SafeText.line(request["reason"].text ?? "", limit: 200) }
            scope.observer(.moreTime(source.bundle.id, milliseconds: time.milliseconds, reason: reason))
            await answer(request, CallAnswer(), completion: completion, from: source)
        case .failure(let error):
            await answer(request, CallAnswer(error: error), completion: completion, from: source)
        }
    }
}
