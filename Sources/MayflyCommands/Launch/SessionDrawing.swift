internal import MayflyHost
internal import MayflyModel
internal import MayflyViews

/// What a session has printed, and prints next: the window, the notes about extensions below it, and the input field.
struct SessionDrawing: Sendable {
    private let window: ConversationWindow
    private let recorder: EventRecorder
    private let names: Names
    let display: Display
    private var screen: Screen
    /// Reads what a person types at the terminal; nil elsewhere.
    var editor: LineEditor?
    /// The input field as it was printed last, where it is printed as text.
    private var shown = ShownDraft()
    /// Whether the last drawing left out a part of the field that the person has not seen.
    private var hidesField = false
    /// Whether Send was refused, so that the field is to be printed even where it is covered.
    private var owesField = false
    /// What the next drawing shows whole.
    private var whole: ScriptStep?
    /// Those since the last line of the person.
    private var notes: SessionNotes

    /// Prints what the person sees first.
    init(window: ConversationWindow, recorder: EventRecorder, names: Names, display: Display) async {
        self.window = window
        self.recorder = recorder
        self.names = names
        self.display = display
        notes = SessionNotes(for: display)
        screen = await Screen(window, names, ansi: display == .screen(ansi: true), in: display.room)
        notes.add(recorder.takeNotes())
        if display == .events {
            await printFirstDraft()
            printAddresses()
        } else {
            recorder.takeDisturbance()
            printWhole(screen, nil)
            printField(screen.shownField, of: screen, isShown: !screen.isCovered)
        }
    }

    // MARK: What was shown

    /// The item that was printed last under that number of the transcript; nil where none was.
    func item(_ number: Int) -> ItemID? {
        (display == .events ? recorder.shown.page : screen.page)?.entry(number: number)?.itemID
    }

    /// The sticker that was printed last under that number of the browser.
    func sticker(_ number: Int) throws(MayflyError) -> Sticker {
        try (display == .events ? recorder.shown.view : screen.content).sticker(number)
    }

    /// The input field as it was printed last. What a person at the screen enters must not follow a change too closely.
    func draftToSend(at moment: ContinuousClock.Instant?) throws(MayflyError) -> DraftID {
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

    /// Send was refused: the next drawing prints the field, also where it is covered.
    mutating func oweField() { owesField = true }

    // MARK: Printing

    /// Prints the field or all of the screen, however much that is: as events, or in the next drawing.
    mutating func showWhole(_ step: ScriptStep) async {
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
    mutating func draw(_ complaint: String? = nil) async {
        recorder.takeChange()
        recorder.takeDisturbance()
        await draw(await look(), complaint)
    }

    /// Does the same, and returns true, if there is a complaint or the person may see something else now than what was printed last.
    mutating func drawIfOutdated(_ complaint: String?) async -> Bool {
        let isDisturbed = recorder.takeDisturbance()
        let next = await look()
        guard complaint != nil || next != screen || recorder.hasNotes || isDisturbed && display.isScreen else {
            return false
        }
        await draw(next, complaint)
        return true
    }

    private mutating func draw(_ next: Screen, _ complaint: String?) async {
        defer { whole = nil }
        let old = screen
        screen = next
        notes.add(recorder.takeNotes())
        editor?.leavePrompt()
        var drawn = screen
        if let whole {
            var room = screen.room
            room.hasWholeField = true
            room.hasWholeView = whole == .show
            room.hasWholeTexts = whole == .show
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

    /// Prints the notes below the view. At a terminal they stay there until the person's next line.
    private mutating func printNotes() {
        let rows = notes.notes.flatMap { $0.rows(names, width: screen.room.width) }
        let limit = screen.room.noteRows ?? rows.count
        if rows.count > limit {
            Output.standard.write(line: "(\(rows.count - limit) more lines of notes: 'mayfly log' prints them)")
        }
        Output.standard.write(lines: rows.suffix(limit))
        if case .changes = display { notes.removeAll() }
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

    /// A terminal has no browser, so the URL is printed. Its further rows have a mark of their own: rows of the transcript begin with
    /// spaces.
    private func printAddresses() {
        let lines = recorder.takeAddresses().map { "opens in a browser: \(MessageURL.encoded($0))" }
        guard display != .events else { return }
        let isScreen = display.isScreen
        Output.standard.write(
            lines: lines.flatMap { line in
                isScreen ? TerminalLines.hanging("", line, further: "… ", width: screen.room.width) : [line]
            }
        )
    }

    /// Repeats the line where the output does not already show it.
    func echo(_ line: String) {
        if display == .changes { Output.standard.write(line: "> \(SafeText.line(line))") }
    }

    /// Prints the prompt on a terminal, with what has been typed of a line.
    func prompt() {
        guard case .screen = display else { return }
        if let editor { editor.prompt() } else { Output.standard.write("> ") }
    }

    /// A line of the person is carried out now: what was said about extensions before is passed.
    mutating func beginLine() {
        editor?.leavePrompt()
        notes.removeAll()
    }

    /// Prints what can be entered.
    func help() {
        guard display != .events else { return Output.errors.write(lines: Self.help) }
        Output.standard.write(lines: Self.help)
        if display.isScreen { Output.standard.write(lines: screen.shownField) }
    }

    private static let help =
        ScriptWord.help + [
            "N                       tap control N",
            "(an empty line)         draw the screen again",
            "help                    print this",
            "quit                    end the session, like leave",
        ]

    /// Ends the line of the prompt. With an editor, giving the terminal back does.
    func end() {
        if editor == nil, display.isScreen { Output.standard.write("\n") }
    }
}
