internal import MayflyHost
internal import MayflyModel
internal import MayflyViews

/// One session with a window: runs the steps and prints their results.
struct Session: Sendable {
    private let window: ConversationWindow
    private let recorder: EventRecorder
    private let names: Names
    private let display: Display
    private var screen: Screen
    /// The number of events before the last step.
    private var passed = 0
    /// Reads what a person types at the terminal; nil elsewhere, and before `obey`.
    private var editor: LineEditor?
    /// The input field as it was printed last, where it is printed as text.
    private var shown = ShownDraft()
    /// Whether Send was refused, so that the field is to be printed even where it is covered.
    private var owesField = false
    /// The failure that was printed.
    private(set) var knownFailure: String?
    /// The notes about extensions since the last line of the person, at most `shownNotes`.
    private var notes: [String] = []
    private static let shownNotes = 12

    /// Begins, with the extension open, and prints what the person sees first.
    init(window: ConversationWindow, recorder: EventRecorder, names: Names, display: Display) async {
        self.window = window
        self.recorder = recorder
        self.names = names
        self.display = display
        screen = await Screen(window, names, ansi: display == .screen(ansi: true), width: display.width)
        takeNotes()
        printWhole()
        if display == .events { await printFirstDraft() } else { noteShownField(since: nil) }
        printNotes()
        printAddresses()
    }

    // MARK: Steps

    /// Runs one step and waits for all that follows from it.
    ///
    /// Throws the failure of an extension that ended during the step, else the error of the step.
    ///
    /// - Parameter moment: when a person entered it; nil for a script.
    private mutating func perform(_ step: ScriptStep, at moment: ContinuousClock.Instant? = nil) async throws {
        let before = recorder.count
        defer { passed = before }
        let result: Result<Void, any Error>
        do {
            result = .success(try await carryOut(step, at: moment))
        } catch {
            if let error = error as? MayflyError, error.code == .notAsShown { owesField = true }
            result = .failure(error)
        }
        let failure = await window.failure
        if let failure, isNew(failure) {
            knownFailure = failure.message
            throw failure
        }
        knownFailure = failure?.message
        try result.get()
    }

    private func carryOut(_ step: ScriptStep, at moment: ContinuousClock.Instant?) async throws {
        switch step {
        case .tap(let control): try await window.tap(control)
        case .input(let id, let text): try await window.input(id, text)
        case .style(let style): try await window.changeStyle(to: style)
        case .swipe(let direction): try await window.swipe(direction)
        case .type(let text): try await window.type(text)
        case .text(let text): try await window.replaceText(text)
        case .remove(let number): try await window.removeFromField(number)
        case .clear: try await window.clearField()
        case .stick(let number, let place): try await stick(number, place)
        case .keep(let number): try await window.keep(number)
        case .send: try await window.send(try draftToSend(at: moment))
        case .cancel: try await window.cancelMessage()
        case .bubble(let number): try await window.tapBubble(number)
        case .sticker(let number): try await window.tapSticker(number)
        case .dismiss: try await window.closeExtension()
        case .show: await show()
        case .wait(let event): try await wait(for: event)
        case .leave: break
        }
    }

    /// Puts the sticker that was printed under that number on the bubble that was printed under its own.
    private func stick(_ number: Int, _ place: BubblePosition) async throws(MayflyError) {
        let shown = recorder.shown
        let (view, page) = display == .events ? (shown.view, shown.page) : (screen.content, screen.page)
        var place = place
        place.item = page?.entry(number: place.bubble)?.itemID
        try await window.placeSticker(number, view.sticker(number), on: place)
    }

    /// The input field as it was printed last. What a person at the screen enters must not follow a change too closely.
    private func draftToSend(at moment: ContinuousClock.Instant?) throws(MayflyError) -> DraftID {
        guard display != .events else { return (recorder.shown.draft ?? Draft()).id }
        guard case .screen = display, let moment else { return shown.draft.id }
        return try shown.draft(tappedAt: moment)
    }

    /// An event of the step before counts too, so that the result does not depend on timing.
    private func wait(for event: String) async throws {
        let limit = Duration.seconds(10)
        let isHere = await recorder.awaits(event, after: passed, within: limit)
        try Task.checkCancellation()
        guard isHere else {
            throw MayflyError(.notPossibleNow, "no event '\(SafeText.line(event, limit: 80))' came within 10 s")
        }
        try await window.settle()
    }

    // MARK: Printing

    private func show() async {
        guard display == .events else { return printWhole(await look()) }
        var events: [HostEvent] = [.transcript(await window.transcript), .draft(await window.draft)]
        if let bundle = await window.openExtension {
            events.append(.view(bundle.id, style: await window.style, await window.view))
        }
        for event in events { recorder.noteShown(event) }
        Output.standard.write(lines: events.map { JSONValue($0, names).line })
    }

    /// Prints what changed in the window since the last call.
    private mutating func draw() async {
        recorder.takeChange()
        let old = screen
        screen = await look()
        takeNotes()
        editor?.leavePrompt()
        switch display {
        case .events: break
        case .changes: Output.standard.write(lines: screen.changes(since: old))
        case .screen: printWhole()
        }
        noteShownField(since: old)
        printNotes()
        printAddresses()
    }

    /// An earlier session can have left something in the field, which no event tells.
    private func printFirstDraft() async {
        let draft = await window.draft
        guard recorder.shown.draft == nil, !draft.isEmpty else { return }
        recorder.noteShown(.draft(draft))
        Output.standard.write(line: JSONValue(.draft(draft), names).line)
    }

    /// Notes that the field of the screen was printed, if it was. Where Send was refused it is printed even if it is covered.
    private mutating func noteShownField(since old: Screen?) {
        let isPrinted =
            switch display {
            case .events: false
            case .screen: !screen.isCovered
            // The same lines are not printed again.
            case .changes: !screen.isCovered || old.map { screen.field != $0.field || shown.draft == $0.draft } ?? false
            }
        if !isPrinted, owesField, display != .events { Output.standard.write(lines: screen.markedField) }
        if isPrinted || owesField { shown.show(screen.draft, at: .now) }
        owesField = false
    }

    private func look() async -> Screen {
        await Screen(window, names, ansi: display == .screen(ansi: true), width: display.width)
    }

    private mutating func takeNotes() {
        notes += recorder.takeNotes().map { $0.text(names) }
        if notes.count > Self.shownNotes, case .screen = display { notes.removeFirst(notes.count - Self.shownNotes) }
    }

    /// Prints the notes below the screen, where they stay until the person's next line.
    private mutating func printNotes() {
        guard display != .events else { return }
        Output.standard.write(lines: TerminalLines.wrapped(notes, to: display.width))
        if case .changes = display { notes = [] }
    }

    private func printWhole() { printWhole(screen) }

    private func printWhole(_ screen: Screen) {
        guard display != .events else { return }
        // ECMA-48: the cursor to the top left, and everything erased.
        if display == .screen(ansi: true) { Output.standard.write("\u{1B}[H\u{1B}[2J") }
        let title = "\(SafeText.line(window.conversation.name)), \(SafeText.line(window.device.name))"
        Output.standard.write(lines: screen.lines(title: title))
    }

    /// A terminal has no browser, so the URL is printed.
    private func printAddresses() {
        let lines = recorder.takeAddresses().map { "opens in a browser: \(SafeText.line($0, limit: .max))" }
        if display != .events { Output.standard.write(lines: lines) }
    }

    /// Repeats the line where the output does not already show it.
    private func echo(_ line: String) {
        if display == .changes { Output.standard.write(line: "> \(SafeText.line(line))") }
    }

    /// Prints the prompt on a terminal, with what has been typed of a line.
    private func prompt() {
        guard case .screen = display else { return }
        if let editor { editor.prompt() } else { Output.standard.write("> ") }
    }

    /// Prints lines that are not events.
    private func say(_ lines: [String]) {
        if display == .events { Output.errors.write(lines: lines) } else { Output.standard.write(lines: lines) }
    }
}

/// What a session waits for.
enum SessionInput: Sendable {
    /// The person has entered a line, at that moment.
    case line(String, at: ContinuousClock.Instant)
    /// Something arrived: the person may see something else now.
    case change
}

extension Session {
    /// Runs lines as they arrive, up to their end or to a line that ends the session. What arrives between lines is
    /// shown at once.
    ///
    /// The error of a line that fails is printed, and the session continues.
    ///
    /// - Parameter editor: reads the lines at a terminal.
    mutating func obey(_ inputs: AsyncThrowingStream<SessionInput, any Error>, _ editor: LineEditor? = nil) async throws
    {
        self.editor = editor
        prompt()
        for try await input in inputs {
            switch input {
            case .change: await follow()
            case .line(let line, let moment):
                editor?.leavePrompt()
                notes = []
                try Output.standard.requireReader()
                switch line[...].trimmed {
                case "quit", "exit", "leave": return
                case "help", "?": say(Self.help)
                default:
                    echo(line)
                    try await obey(line, at: moment)
                }
                prompt()
            }
        }
        // With an editor, giving the terminal back ends the prompt's line.
        if editor == nil, display.isScreen { Output.standard.write("\n") }
        try Task.checkCancellation()
    }

    /// Whether the person does not know a failure. The name of the function in which an extension crashed may come later, at the end
    /// of a sentence that is known.
    private func isNew(_ failure: MayflyError) -> Bool { knownFailure.map(failure.message.hasPrefix) != true }

    /// Shows what has changed since the last look, if anything has.
    private mutating func follow() async {
        guard display != .events else { return recorder.takeChange() }
        // Only a screen shows what lasts for a moment.
        if display == .changes { try? await window.settle() }
        recorder.takeChange()
        let failure = await window.failure
        let isNewFailure = failure.map(isNew) ?? false
        guard await look() != screen || recorder.hasNotes || isNewFailure else { return }
        await draw()
        if isNewFailure, let failure {
            knownFailure = failure.message
            Output.complain(failure.message)
        }
        prompt()
    }

    private mutating func obey(_ line: String, at moment: ContinuousClock.Instant) async throws {
        var complaint: String?
        do {
            if let step = try Self.step(line) { try await perform(step, at: moment) }
        } catch let error as MayflyError {
            complaint = error.message
        }
        await draw()
        if let complaint { Output.complain(complaint) }
    }

    /// The steps of scripts, and a number alone, which taps that control.
    private static func step(_ line: String) throws(MayflyError) -> ScriptStep? {
        let text = line[...].trimmed
        if ScriptStep.number(text) != nil { return .tap(text) }
        return try ScriptStep.reading(line)
    }

    private static let help =
        ScriptWord.help + [
            "N                       tap control N",
            "(an empty line)         draw the screen again",
            "help                    print this",
            "quit                    end the session, like leave",
        ]
}

extension Session {
    /// Runs the steps of a script up to its end, to `leave` or to the first step that fails.
    ///
    /// The error names the line.
    mutating func play(_ script: Script) async throws {
        for line in script.lines {
            try Task.checkCancellation()
            // A send names what was printed, so nothing follows what could not be printed.
            try Output.standard.requireReader()
            if line.step == .leave { return }
            echo(line.text)
            do {
                try await perform(line.step)
            } catch let error as MayflyError {
                await draw()
                throw Script.failure(error, line: line.number)
            }
            await draw()
        }
    }
}
