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
    /// Whether the last drawing left out a part of the field that the person has not seen.
    private var hidesField = false
    /// Whether Send was refused, so that the field is to be printed even where it is covered.
    private var owesField = false
    /// What the next drawing shows whole.
    private var whole: ScriptStep?
    /// The failure that was printed.
    private(set) var knownFailure: String?
    /// The notes about extensions since the last line of the person, at most `shownNotes`.
    private var notes: [ExtensionNote] = []
    private static let shownNotes = 12

    /// Begins, with the extension open, and prints what the person sees first.
    init(window: ConversationWindow, recorder: EventRecorder, names: Names, display: Display) async {
        self.window = window
        self.recorder = recorder
        self.names = names
        self.display = display
        screen = await Screen(window, names, ansi: display == .screen(ansi: true), in: display.room)
        takeNotes()
        if display == .events {
            await printFirstDraft()
            printAddresses()
        } else {
            recorder.takeDisturbance()
            printWhole(screen, nil)
            printField(screen.shownField, of: screen, isShown: !screen.isCovered)
        }
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

    private mutating func carryOut(_ step: ScriptStep, at moment: ContinuousClock.Instant?) async throws {
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
        case .field, .show: await showWhole(step)
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
        guard !hidesField else {
            throw MayflyError(
                .notAsShown,
                "nothing is sent: the input field is not shown whole; print it with 'field', and send again"
            )
        }
        guard case .screen = display, let moment else { return shown.draft.id }
        guard display.room == screen.room, !recorder.isDisturbed else {
            throw MayflyError(
                .notAsShown,
                "nothing is sent: the screen has changed since the input field was drawn; look at it, and send again"
            )
        }
        guard screen.room.isLargeEnough else {
            throw MayflyError(
                .notAsShown,
                "nothing is sent: the terminal is too small to show the input field"
            )
        }
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

    /// Prints the field or all of the screen, however much that is: as events, or in the next drawing.
    private mutating func showWhole(_ step: ScriptStep) async {
        guard display == .events else { return whole = step }
        let draft = HostEvent.draft(await window.draft)
        var events = step == .field ? [draft] : [.transcript(await window.transcript), draft]
        if step == .show, let bundle = await window.openExtension {
            events.append(.view(bundle.id, style: await window.style, await window.view))
        }
        for event in events { recorder.noteShown(event) }
        Output.standard.write(lines: events.map { JSONValue($0, names).line })
    }

    /// Prints what changed in the window since the last call, and at a terminal everything. The field comes last: nothing can push it
    /// off a terminal.
    private mutating func draw(_ complaint: String? = nil) async {
        defer { whole = nil }
        recorder.takeChange()
        recorder.takeDisturbance()
        let old = screen
        screen = await look()
        takeNotes()
        editor?.leavePrompt()
        var drawn = screen
        if let whole {
            var room = screen.room
            room.hasWholeField = true
            room.hasWholeView = whole == .show
            drawn = await Screen(window, names, ansi: display == .screen(ansi: true), in: room)
        }
        let (field, isShown) = fieldToPrint(of: drawn, since: old)
        switch display {
        case .events: break
        case .changes where whole != .show: printChanges(drawn.changesAboveField(since: old))
        case .changes, .screen: printWhole(drawn, complaint)
        }
        if display != .events { printField(field, of: drawn, isShown: isShown) }
        owesField = false
        if !display.isScreen, let complaint { Output.complain(complaint) }
    }

    /// An earlier session can have left something in the field, which no event tells.
    private func printFirstDraft() async {
        let draft = await window.draft
        guard recorder.shown.draft == nil, !draft.isEmpty else { return }
        recorder.noteShown(.draft(draft))
        Output.standard.write(line: JSONValue(.draft(draft), names).line)
    }

    /// The lines of the field that a drawing prints, and whether the person then sees the field. Where Send was refused, it is printed
    /// even if it is covered.
    private func fieldToPrint(of drawn: Screen, since old: Screen) -> (lines: [String], isShown: Bool) {
        if whole == .field { return (drawn.markedField, true) }
        var field = drawn.shownField
        var isShown = !drawn.isCovered
        if display == .changes, whole == nil {
            field = drawn.changedField(since: old)
            // The same lines are not printed again.
            isShown = isShown || !field.isEmpty || shown.draft == old.draft
        }
        return isShown || !owesField ? (field, isShown) : (drawn.markedField, true)
    }

    /// Prints the lines of the field, after everything else. It counts as shown only if nothing of it is left out.
    private mutating func printField(_ field: [String], of drawn: Screen, isShown: Bool) {
        Output.standard.write(lines: field)
        guard isShown else { return }
        if drawn.isFieldWhole { shown.show(drawn.draft, at: .now) }
        hidesField = shown.draft.id != drawn.draft.id
    }

    private func look() async -> Screen {
        await Screen(window, names, ansi: display == .screen(ansi: true), in: display.room, after: screen)
    }

    private mutating func takeNotes() {
        notes += recorder.takeNotes()
        if notes.count > Self.shownNotes, case .screen = display { notes.removeFirst(notes.count - Self.shownNotes) }
    }

    /// Prints the notes below the view. At a terminal they stay there until the person's next line.
    private mutating func printNotes() {
        let rows = notes.flatMap { $0.rows(names, width: screen.room.width) }
        let limit = screen.room.noteRows ?? rows.count
        if rows.count > limit {
            Output.standard.write(line: "(\(rows.count - limit) more lines of notes: 'mayfly log' prints them)")
        }
        Output.standard.write(lines: rows.suffix(limit))
        if case .changes = display { notes = [] }
    }

    private mutating func printChanges(_ lines: [String]) {
        Output.standard.write(lines: lines)
        printNotes()
        printAddresses()
    }

    /// Prints all but the field.
    private mutating func printWhole(_ screen: Screen, _ complaint: String?) {
        // ECMA-48: the cursor to the top left, and everything erased.
        if display == .screen(ansi: true) { Output.standard.write("\u{1B}[H\u{1B}[2J") }
        let title = "\(SafeText.line(window.conversation.name)), \(SafeText.line(window.device.name))"
        Output.standard.write(lines: screen.linesAboveField(title: title))
        printNotes()
        printAddresses()
        if display.isScreen, let complaint { Output.complain(complaint) }
    }

    /// A terminal has no browser, so the URL is printed.
    private func printAddresses() {
        let lines = recorder.takeAddresses().map { "opens in a browser: \(SafeText.line($0, limit: .max))" }
        guard display != .events else { return }
        let isScreen = display.isScreen
        Output.standard.write(
            lines: lines.flatMap { line in
                isScreen ? TerminalLines.hanging("", line, indent: 2, width: screen.room.width) : [line]
            }
        )
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
            // The terminal is given back already.
            guard !Task.isCancelled else { break }
            switch input {
            case .change: await follow()
            case .line(let line, let moment):
                editor?.leavePrompt()
                notes = []
                try Output.standard.requireReader()
                switch line[...].trimmed {
                case "quit", "exit", "leave": return
                case "help", "?":
                    say(Self.help)
                    if display.isScreen { Output.standard.write(lines: screen.shownField) }
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
        let isDisturbed = recorder.isDisturbed && display.isScreen
        guard await look() != screen || recorder.hasNotes || isNewFailure || isDisturbed else { return }
        if isNewFailure { knownFailure = failure?.message }
        await draw(isNewFailure ? failure?.message : nil)
        prompt()
    }

    private mutating func obey(_ line: String, at moment: ContinuousClock.Instant) async throws {
        var complaint: String?
        do {
            if let step = try Self.step(line) { try await perform(step, at: moment) }
        } catch let error as MayflyError {
            complaint = error.message
        }
        await draw(complaint)
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
