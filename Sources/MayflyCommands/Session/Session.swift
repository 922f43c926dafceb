internal import MayflyHost
internal import MayflyModel
internal import MayflyProtocol
internal import MayflyStore
internal import MayflyViews

/// One session with a window: runs the steps and prints their results.
struct Session: Sendable {
    private let window: ConversationWindow
    private let drawer: Drawer
    private var recents: RecentsList
    /// The message in another conversation with which the person continues: the session goes on there.
    private(set) var next: HandOff?
    /// Whether the person is told how to open an extension again that has failed.
    private let isChat: Bool
    private let recorder: EventRecorder
    private let names: Names
    /// Nil where there is none.
    private let camera: PersonsCamera?
    private var drawing: SessionDrawing
    /// The number of events before the last step.
    private var passed = 0
    /// The failure that was printed.
    private(set) var knownFailure: String?
    /// When a screen may be drawn again for a change.
    private var nextDrawing = ContinuousClock.now
    /// The pause between two drawings for changes: four times as long as the last one took, within these bounds.
    private static let leastPause = Duration.milliseconds(50)
    private static let longestPause = Duration.milliseconds(500)

    /// Begins, with the extension open if there is to be one, and prints what the person sees first.
    init(
        window: ConversationWindow,
        drawer: Drawer,
        recorder: EventRecorder,
        names: Names,
        display: Display,
        pictures: SessionPictures? = nil,
        camera: PersonsCamera? = nil,
        isChat: Bool = false,
        output: Output = .standard
    ) async {
        self.window = window
        self.drawer = drawer
        self.names = names
        recents = RecentsList(of: window, names)
        self.isChat = isChat
        self.recorder = recorder
        self.camera = camera
        drawing = await SessionDrawing(
            window: window,
            recorder: recorder,
            names: names,
            display: display,
            pictures: pictures,
            output: output,
            answering: isChat ? [Self.welcome(to: window.device.profile)] : []
        )
    }

    private static func welcome(to profile: DeviceProfile) -> String {
        profile.runsExtensions
            ? "'drawer' lists the extensions, 'open' opens one, and 'help' lists all words"
            : "'recents' lists the stickers that you used last, and 'help' lists all words"
    }

    // MARK: Steps

    /// Runs one step and waits for all that follows from it.
    ///
    /// Throws the failure of an extension that ended during the step, else the error of the step.
    ///
    /// - Parameter moment: when a person entered it at a terminal; nil for a script.
    private mutating func perform(_ step: ScriptStep, at moment: ContinuousClock.Instant? = nil) async throws {
        let before = recorder.count
        recorder.beginStep()
        defer { passed = before }
        let result: Result<Void, any Error>
        do {
            result = .success(try await carryOut(step, at: moment))
        } catch {
            if let error = error as? MayflyError, error.code == .notAsShown { drawing.oweField() }
            result = .failure(error)
        }
        let failure = await window.failure
        let isNew = failure.map(isNew) ?? false
        knownFailure = failure?.message
        // The step that compares how an extension ended expects that it did.
        if let failure, isNew, (try? result.get()) == nil || !step.expectsEnd { throw failure }
        try result.get()
    }

    /// Throws the failure of an extension that ended between two steps of a script: the next one could hide it, as `open` does.
    private mutating func noticeFailure(before step: ScriptStep) async throws(MayflyError) {
        guard !step.expectsEnd, let failure = await window.failure, isNew(failure) else { return }
        knownFailure = failure.message
        throw failure
    }

    private mutating func carryOut(_ step: ScriptStep, at moment: ContinuousClock.Instant?) async throws {
        // A script grants nothing that it has no line for.
        if moment == nil, step.leavesQuestion, let question = await window.question {
            try await window.act(.answer(question.number, nil))
        }
        // Neither does it pay.
        if moment == nil, step.leavesQuestion, let payment = await window.payment {
            try await window.answerPayment(payment.number, .cancel)
        }
        // And it takes no picture.
        if moment == nil, step.leavesQuestion, let request = await window.pictureRequest {
            try await window.refusePicture(request.number)
        }
        switch step {
        case .drawer: drawing.say(try drawer.lines(open: await window.openExtension?.id))
        case .open(let name): try await window.open(try drawer.bundle(called: name))
        case .attach(let path): try await window.attach(fileAt: PersonsPath.absolute(path))
        case .tap(let control): try await tap(control, at: moment)
        case .link(let control): try await openLink(control, at: moment)
        case .input(let id, let text): try await window.input(id, text)
        case .answer(let answer): try await window.answer(try drawing.question(at: moment), answer)
        case .takePicture: try takePicture(for: try drawing.pictureRequest(at: moment))
        case .answerPayment(.cancel) where drawing.wantsPicture:
            try await window.refusePicture(try drawing.pictureRequest(at: moment).number)
        case .answerPayment(let answer): try await window.answerPayment(try drawing.payment(at: moment), answer)
        case .style(let style): try await window.changeStyle(to: style)
        case .swipe(let direction): try await window.swipe(direction)
        case .type(let text): try await window.type(text)
        case .text(let text): try await window.replaceText(text)
        case .remove(let number): try await window.removeFromField(number, shown: try media(number, at: moment))
        case .clear: try await window.clearField()
        case .stick(let number, let place): try await stick(number, place, at: moment)
        case .keep(let number): try await window.keep(number, shown: try await item(number, at: moment))
        case .send: try await window.send(try drawing.draftToSend(at: moment))
        case .cancel: try await window.cancelMessage()
        case .bubble(let number): try await tapBubble(number, shown: try await item(number, at: moment))
        case .sticker(let number): try await window.tapSticker(number, shown: try sticker(number, at: moment))
        case .continue: try await takeHandOff()
        case .recents: drawing.say(try recents.lines())
        case .recent(let number):
            try await window.tapRecent(number, shown: try recents.shown(number, isTyped: moment != nil))
        case .dismiss: try await window.closeExtension()
        case .field, .show: await drawing.showWhole(step)
        case .wait(let event): try await wait(for: event)
        case .expect(let expectation): try await check(expectation)
        case .leave: break
        }
    }

    /// Opens the message that another device has handed over last. Where that one is in another conversation, a chat goes on there.
    private mutating func takeHandOff() async throws(MayflyError) {
        guard let handOff = try window.handOffs().last else {
            throw MayflyError(.notPossibleNow, "no message of another device of '\(window.device.ownerName)' waits")
        }
        guard !isChat || handOff.conversation == window.conversation else { return next = handOff }
        try await window.takeHandOff(handOff.id)
    }

    private func takePicture(for request: PictureRequest) throws(MayflyError) {
        guard let camera else { throw MayflyError(.notPossibleNow, "there is no camera") }
        try camera.take(request, in: window)
    }

    /// Puts the sticker that was printed under that number on the bubble that was printed under its own.
    private func stick(
        _ number: Int,
        _ place: BubblePosition,
        at moment: ContinuousClock.Instant?
    ) async throws(MayflyError) {
        var place = place
        place.item = try await shownItem(place.bubble)
        try await window.placeSticker(number, drawing.sticker(number, at: moment), on: place)
    }

    /// Taps a control or, in a browser, a sticker. What a control does is for the extension that shows it, so it is not bound to what
    /// was printed; a sticker goes into the field.
    private func tap(_ control: String, at moment: ContinuousClock.Instant?) async throws(MayflyError) {
        if case .stickers(let browser) = drawing.view, let number = try? browser.number(called: .typed(control)) {
            return try await window.tapSticker(number, shown: try sticker(number, at: moment))
        }
        try await window.tap(.typed(control), shown: moment == nil ? nil : drawing.view)
    }

    /// Opens a link. A person who enters this has read the address, in the answer to the tap that was refused.
    private func openLink(_ control: String, at moment: ContinuousClock.Instant?) async throws(MayflyError) {
        var seen: String?
        if moment != nil, case .card(let card, _) = drawing.view,
            case .link(let address) = try card.control(.typed(control)).kind
        {
            seen = address
        }
        try await window.openLink(.typed(control), seen: seen)
    }

    /// The sticker that was printed last under that number. A script may also name one that was not: nil takes whatever has the number.
    private func sticker(_ number: Int, at moment: ContinuousClock.Instant?) throws(MayflyError) -> Sticker? {
        moment == nil ? try? drawing.view.sticker(number) : try drawing.sticker(number, at: moment)
    }

    /// The sticker or attachment that was printed last under that number of the field, or nil as above.
    private func media(_ number: Int, at moment: ContinuousClock.Instant?) throws(MayflyError) -> ItemID? {
        moment == nil ? drawing.scriptedMedia(number) : try drawing.media(number)
    }

    /// A message whose extension is not installed leads to the stores (C-009).
    private func tapBubble(_ number: Int, shown item: ItemID?) async throws(MayflyError) {
        do throws(MayflyError) {
            try await window.tapBubble(number, shown: item)
        } catch {
            guard error.code == .unknownExtension,
                let id = await window.transcript.entry(number: number)?.item?.origin?.extensionID
            else { throw error }
            throw MayflyError(
                error.code,
                "\(error.message); 'mayfly store show \(id)' looks for it in the stores",
                cause: error
            )
        }
    }

    /// The item that was printed last under that number. A script may also name rows above those that are printed; nil takes whatever
    /// has the number.
    private func item(_ number: Int, at moment: ContinuousClock.Instant?) async throws(MayflyError) -> ItemID? {
        guard moment != nil else { return drawing.item(number) }
        return try await shownItem(number)
    }

    /// The item that was printed last under that number. What is not printed can be another one than the person means.
    private func shownItem(_ number: Int) async throws(MayflyError) -> ItemID {
        if let item = drawing.item(number) { return item }
        guard try await window.entry(number: number) == nil else {
            throw MayflyError(.notAsShown, "nothing is done: entry \(number) is not among those that were printed last")
        }
        let count = await window.transcript.count
        throw MayflyError(.unknownMessage, "there is no entry \(number); the transcript has \(count)")
    }

    /// Compares what the person reads when nothing is under way any more. For the end of an extension it waits, as `wait` does: the
    /// process may need a moment.
    private func check(_ expectation: Expectation) async throws {
        try await window.settle()
        if case .receipt = expectation { _ = await recorder.awaitsReceipt(within: Self.patience) }
        try Task.checkCancellation()
        let sight = await Sight(of: window, names, recorder)
        guard let there = expectation.difference(from: sight) else { return }
        throw MayflyError(
            .notPossibleNow,
            "it was expected that \(SafeText.line(expectation.sentence, limit: 300)), but \(SafeText.line(there, limit: 400))"
        )
    }

    /// What the person reads now.
    func sight() async -> Sight { await Sight(of: window, names, recorder) }

    /// The failure of an extension that no step has told; nil for none. It is known from now on, and none of the next step.
    mutating func takeFailure() async -> MayflyError? {
        let failure = await window.failure
        defer { knownFailure = failure?.message }
        return failure.flatMap { isNew($0) ? $0 : nil }
    }

    /// How long a step waits for an event.
    private static let patience = Duration.seconds(10)

    /// An event of the step before counts too, so that the result does not depend on timing.
    private func wait(for event: String) async throws {
        let isHere = await recorder.awaits(event, after: passed, within: Self.patience)
        try Task.checkCancellation()
        guard isHere else {
            throw MayflyError(.notPossibleNow, "no event '\(SafeText.line(event, limit: 80))' came within 10 s")
        }
        try await window.settle()
    }
}

extension Session {
    /// Runs lines as they arrive, up to their end or to a line that ends the session. What arrives between lines is
    /// shown at once.
    ///
    /// The error of a line that fails is printed, and the session continues.
    ///
    /// - Parameters:
    ///   - editor: reads the lines at a terminal.
    ///   - isTerminal: whether a person may be typing the lines, also where the output is none. Other lines are as those of a script:
    ///     only their order counts.
    mutating func obey(
        _ inputs: AsyncThrowingStream<SessionInput, any Error>,
        _ editor: LineEditor? = nil,
        fromTerminal isTerminal: Bool = StandardInput.isTerminal
    ) async throws {
        drawing.editor = editor
        let isTyped = drawing.display.isScreen || drawing.display == .changes && isTerminal
        drawing.prompt()
        for try await input in inputs {
            // The terminal is given back already.
            guard !Task.isCancelled else { break }
            switch input {
            case .change: await follow()
            case .report(let report):
                guard drawing.take(report) else { continue }
                await follow()
            case .choices(let choices):
                drawing.say(choices: choices)
                await drawing.draw()
                drawing.prompt()
            case .line(let line, let moment):
                drawing.beginLine()
                try Output.standard.requireReader()
                switch line[...].trimmed {
                case "quit", "exit", "leave": return
                case "help", "?":
                    drawing.sayHelp()
                    await drawing.draw()
                default:
                    drawing.echo(line)
                    try await obey(line, at: isTyped ? moment : nil)
                    if next != nil { return }
                }
                drawing.prompt()
            }
        }
        drawing.end()
        try Task.checkCancellation()
    }

    /// Opens the message for which a session came to this conversation. What is wrong with it is printed.
    mutating func take(_ handOff: HandOff) async throws {
        drawing.beginLine()
        var complaint: String?
        do {
            try await window.takeHandOff(handOff.id)
        } catch {
            complaint = self.complaint(about: error)
        }
        await drawing.draw(complaint)
    }

    /// Whether the person does not know a failure. The name of the function in which an extension crashed may come later, at the end
    /// of a sentence that is known.
    private func isNew(_ failure: MayflyError) -> Bool { knownFailure.map(failure.message.hasPrefix) != true }

    /// Shows what has changed since the last look, if anything has.
    private mutating func follow() async {
        guard drawing.display != .events else { return recorder.takeChange() }
        // Only a screen shows what lasts for a moment, but an extension must not have it drawn again and again.
        if drawing.display == .changes {
            try? await window.settle()
        } else {
            try? await Task.sleep(until: nextDrawing)
        }
        recorder.takeChange()
        let begin = ContinuousClock.now
        defer { nextDrawing = .now + min(max(Self.leastPause, (.now - begin) * 4), Self.longestPause) }
        let failure = await window.failure
        let new = failure.flatMap { isNew($0) ? $0 : nil }
        guard await drawing.drawIfOutdated(new.map(complaint)) else { return }
        if let new { knownFailure = new.message }
        drawing.prompt()
    }

    private mutating func obey(_ line: String, at moment: ContinuousClock.Instant?) async throws {
        var complaint: String?
        do {
            if let step = try Self.step(line) { try await perform(step, at: moment) }
        } catch let error as MayflyError {
            complaint = self.complaint(about: error)
        }
        // What follows is in another conversation.
        if next == nil { await drawing.draw(complaint) }
    }

    /// What the person is told of an error. In a chat that is also how an extension is opened again that has failed.
    private func complaint(about error: MayflyError) -> String {
        guard isChat, ExitStatus(error.code) == .extensionFailed, error.code != .resting,
            let id = recorder.lastLaunched
        else { return error.message }
        return "\(error.message); 'open \(id)' opens it again"
    }

    /// The steps of scripts, and a number alone, which taps that control.
    private static func step(_ line: String) throws(MayflyError) -> ScriptStep? {
        let text = line[...].trimmed
        if ScriptStep.number(text) != nil { return .tap(text) }
        return try ScriptStep.reading(line)
    }
}

extension Session {
    /// Runs one step of a script, as a person does who looks at the window before it.
    mutating func play(_ step: ScriptStep) async throws {
        await drawing.draw()
        do {
            try await noticeFailure(before: step)
            try await perform(step)
        } catch {
            await drawing.draw()
            throw error
        }
        await drawing.draw()
    }

    /// Runs the steps of a script up to its end, to `leave` or to the first step that fails.
    ///
    /// The error names the line.
    mutating func play(_ script: Script) async throws {
        for line in script.lines {
            try Task.checkCancellation()
            // A send names what was printed, so nothing follows what could not be printed.
            try Output.standard.requireReader()
            if line.step == .leave { return }
            drawing.echo(line.text)
            do {
                try await noticeFailure(before: line.step)
                try await perform(line.step)
            } catch let error as MayflyError {
                await drawing.draw()
                throw Script.failure(error, line: line.number)
            }
            await drawing.draw()
        }
    }
}

extension ScriptStep {
    /// Whether it compares how an extension ended.
    fileprivate var expectsEnd: Bool { if case .expect(.receipt) = self { true } else { false } }

    /// Whether a script that goes on with it has no answer for what the person is asked.
    fileprivate var leavesQuestion: Bool {
        switch self {
        case .answer, .answerPayment, .takePicture, .field, .show, .wait, .expect, .drawer: false
        default: true
        }
    }
}
