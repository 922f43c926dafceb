internal import MayflyHost
internal import MayflyModel
internal import MayflyProtocol
internal import MayflyViews

/// What a session has printed, and prints next: the window, the notes about extensions below it, and the input field.
struct SessionDrawing: Sendable {
    private let window: ConversationWindow
    private let recorder: EventRecorder
    private let names: Names
    let display: Display
    /// What is drawn of pictures; nil where their alternative text stands alone.
    private let pictures: SessionPictures?
    /// Where it prints.
    private let output: Output
    private var screen: Screen
    /// Reads what a person types at the terminal; nil elsewhere.
    var editor: LineEditor?
    /// What the person has seen of the input field, where it is printed as text.
    private var shown: ShownDraft
    /// Whether the last drawing left out a part of the field that the person has not seen.
    private var hidesField = false
    /// The rows of the transcript and the view as they were printed last. What a view left out is not in `stickers`.
    private var printed: (page: TranscriptPage?, view: ExtensionView)
    private var stickers: ShownStickers
    private var question = PrintedRequest<PermissionQuestion>()
    private var payment = PrintedRequest<PaymentSheet>()
    private var pictureRequest = PrintedRequest<PictureRequest>()
    /// The last row of the transcript that a person has seen.
    private var seen: ItemID?
    /// That to the last line of the person.
    private var answer: SessionAnswer
    /// What was shown whole before that line.
    private var lastWhole: ScriptStep?
    /// The field in the last drawing, where that is whole and has more rows than the terminal.
    private var longDraft: DraftID?

    /// Prints what the person sees first.
    ///
    /// - Parameters:
    ///   - pause: how long a change by an extension must have been on the screen before the person can mean it.
    ///   - lines: those of the host that stand below it at a screen, up to the first line of the person.
    init(
        window: ConversationWindow,
        recorder: EventRecorder,
        names: Names,
        display: Display,
        pictures: SessionPictures? = nil,
        output: Output = .standard,
        pause: Duration = ShownDraft().pause,
        answering lines: [String] = []
    ) async {
        self.window = window
        self.recorder = recorder
        self.names = names
        self.display = display
        self.pictures = pictures
        self.output = output
        shown = ShownDraft(pause: pause)
        stickers = ShownStickers(pause: pause)
        answer = SessionAnswer(for: display)
        if display.isScreen { answer.lines = lines }
        let ansi = display == .screen(ansi: true)
        screen = await Screen(window, names, ansi: ansi, in: display.room(of: output), drawing: pictures)
        printed = (screen.isCovered ? nil : screen.page, screen.content)
        takeNews(nil)
        await markSeen()
        if display == .events {
            await printFirstDraft()
        } else {
            recorder.takeDisturbance()
            let (notes, field) = (linesBelowView, screen.shownField)
            printWhole(screen, above: notes)
            printField(field, of: screen, isShown: !screen.isCovered, from: .now)
            noteStickers(of: screen, above: notes + field, from: .now)
        }
        if !display.isScreen { answer = SessionAnswer(for: display) }
    }

    private var room: ScreenRoom { display.room(of: output) }

    // MARK: What was shown

    /// The item that was printed last under that number of the transcript; nil where none was.
    func item(_ number: Int) -> ItemID? {
        (display == .events ? recorder.shown.page : printed.page)?.entry(number: number)?.itemID
    }

    /// The sticker that was printed last under that number of the browser. What a person enters must not follow a change of it too
    /// closely.
    func sticker(_ number: Int, at moment: ContinuousClock.Instant?) throws(MayflyError) -> Sticker {
        if let moment {
            guard !isOutdated else {
                throw MayflyError(
                    .notAsShown,
                    "nothing is done: the screen has changed since the stickers were drawn; look at it, and enter the line again"
                )
            }
            try stickers.requireRest(of: number, at: moment)
        }
        if let sticker = try? view.sticker(number) { return sticker }
        _ = try (display == .events ? recorder.shown.view : printed.view).sticker(number)
        throw MayflyError(
            .notAsShown,
            "nothing is done: sticker \(number) is not among those that were printed last; print it with 'show'"
        )
    }

    /// The view that was printed last, without the stickers that were not.
    var view: ExtensionView {
        guard display != .events else { return recorder.shown.view }
        guard case .stickers(let browser) = printed.view else { return printed.view }
        let cells = browser.cells.indices.map { stickers.sticker($0 + 1) }
        return .stickers(StickerBrowser(size: browser.size, cells: cells))
    }

    /// The sticker or attachment that was printed last under that number of the field, for a person.
    func media(_ number: Int) throws(MayflyError) -> ItemID? {
        if let item = scriptedMedia(number) { return item }
        guard screen.draft.media.indices.contains(number - 1) else { return nil }
        throw MayflyError(
            .notAsShown,
            "nothing is removed: the input field is not shown whole; print it with 'field', and enter the line again"
        )
    }

    /// The same for a script, which may also name what was not printed: nil takes whatever has the number.
    func scriptedMedia(_ number: Int) -> ItemID? {
        let media = (display == .events ? recorder.shown.draft ?? Draft() : shown.draft).media
        return media.indices.contains(number - 1) ? media[number - 1].id : nil
    }

    /// What the person answers by a line that was entered at this moment; nil for a script.
    func question(at moment: ContinuousClock.Instant?) throws(MayflyError) -> Int {
        try question.answered(at: display == .events ? nil : moment, or: recorder.question).number
    }

    /// The same for a payment.
    func payment(at moment: ContinuousClock.Instant?) throws(MayflyError) -> Int {
        try payment.answered(at: display == .events ? nil : moment, or: recorder.payment).number
    }

    /// The same for a picture of the camera.
    func pictureRequest(at moment: ContinuousClock.Instant?) throws(MayflyError) -> PictureRequest {
        try pictureRequest.answered(at: display == .events ? nil : moment, or: recorder.pictureRequest)
    }

    /// Whether the person was asked last for a picture of the camera.
    var wantsPicture: Bool { display == .events ? recorder.pictureRequest != nil : !pictureRequest.isEmpty }

    /// The input field as the person has seen it. What a person enters must not follow a change too closely.
    ///
    /// - Parameter moment: when it was entered at a terminal; nil for a script, which has no need of time to look.
    func draftToSend(at moment: ContinuousClock.Instant?) throws(MayflyError) -> DraftID {
        guard display != .events else { return (recorder.shown.draft ?? Draft()).id }
        guard !hidesField else {
            throw MayflyError(
                .notAsShown,
                "nothing is sent: the input field is not shown whole; print it with 'field', and send again"
            )
        }
        guard let moment else { return shown.draft.id }
        guard display.isScreen else { return try shown.draft(tappedAt: moment) }
        guard !isOutdated else {
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

    /// Whether the screen is another one than was drawn: the terminal has another size, or somebody else has printed on it.
    private var isOutdated: Bool { display.isScreen && (room != screen.room || recorder.isDisturbed) }

    /// Send was refused: the field is printed up to the next line, also where it is covered, and whole where it was.
    mutating func oweField() {
        answer.owesField = true
        answer.whole = lastWhole
    }

    // MARK: Printing

    /// Prints the field or all of the screen, however much that is: as events, or in the drawings up to the next line.
    mutating func showWhole(_ step: ScriptStep) async {
        guard display == .events else { return answer.whole = step }
        let draft = HostEvent.draft(await window.draft)
        var events = step == .field ? [draft] : [.transcript(await window.transcript), draft]
        if step == .show, let bundle = await window.openExtension {
            events.append(.view(bundle.id, style: await window.style, await window.view))
        }
        for event in events { recorder.noteShown(event) }
        output.write(lines: events.map { Shapes.event.json($0, names).line })
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
        if let longDraft {
            // The person scrolls back in it: nothing but a change of the field takes it away.
            guard longDraft != next.draft.id || complaint != nil || isDisturbed else { return false }
            if longDraft != next.draft.id { answer.whole = nil }
        }
        await draw(next, complaint)
        return true
    }

    private mutating func draw(_ next: Screen, _ complaint: String?) async {
        let old = screen
        screen = next
        takeNews(complaint)
        editor?.leavePrompt()
        var drawn = screen
        if let whole = answer.whole {
            var room = screen.room
            room.hasWholeField = true
            room.hasWholeView = whole == .show
            room.hasWholeTexts = whole == .show
            drawn = await Screen(window, names, ansi: display == .screen(ansi: true), in: room, drawing: pictures)
        }
        let notes = linesBelowView
        let (field, isShown) = fieldToPrint(of: drawn, since: old)
        let moment = ContinuousClock.now
        switch display {
        case .events: break
        case .changes where answer.whole != .show:
            output.write(lines: drawn.changesAboveField(since: old) + notes)
        case .changes, .screen: printWhole(drawn, above: notes)
        }
        printed = (display.isScreen && drawn.isCovered ? printed.page : drawn.page, drawn.content)
        await markSeen()
        if display != .events {
            printField(field, of: drawn, isShown: isShown, from: moment)
            noteStickers(of: drawn, above: notes + field, from: moment)
        }
        longDraft = isLong(drawn, field) ? drawn.draft.id : nil
        guard !display.isScreen else { return }
        answer.complaints.forEach(Output.complain)
        answer = SessionAnswer(for: display)
    }

    /// A person at a terminal has the end of the transcript before them: it does not count as unseen any more. Where that cannot be noted
    /// it does.
    private mutating func markSeen() async {
        guard display.isScreen, let item = printed.page?.entries.last?.itemID,
            item != seen
        else { return }
        seen = item
        try? await window.markSeen(item)
    }

    /// Takes what was said since the last drawing.
    private mutating func takeNews(_ complaint: String?) {
        answer.notes.add(recorder.takeNotes())
        answer.addresses += recorder.takeAddresses()
        let handOffs = recorder.takeHandOffs().map { $0.handOff.line(isOwn: $0.isOwn) }
        // Elsewhere they were printed at once.
        if display.isScreen { answer.lines += handOffs }
        question.print(recorder.question)
        payment.print(recorder.payment)
        pictureRequest.print(recorder.pictureRequest)
        if let complaint { answer.complain(complaint) }
        if let notice = pictures?.pictures.takeNotice() { answer.complain(notice) }
    }

    /// Whether a person must scroll back for the beginning of what a drawing shows whole.
    private func isLong(_ drawn: Screen, _ field: [String]) -> Bool {
        guard display.isScreen, let whole = answer.whole, let rows = drawn.room.rows else { return false }
        return field.count + (whole == .show ? drawn.linesAboveField(title: "").count : 0) >= rows
    }

    /// An earlier session can have left something in the field, which no event tells.
    private func printFirstDraft() async {
        let draft = await window.draft
        guard recorder.shown.draft == nil, !draft.isEmpty else { return }
        recorder.noteShown(.draft(draft))
        output.write(line: Shapes.event.json(.draft(draft), names).line)
    }

    /// The lines of the field that a drawing prints, and whether the person then sees the field. Where Send was refused, it is printed
    /// even if it is covered.
    private func fieldToPrint(of drawn: Screen, since old: Screen) -> (lines: [String], isShown: Bool) {
        if answer.whole == .field { return (drawn.markedField, true) }
        var field = drawn.shownField
        var isShown = !drawn.isCovered
        if display == .changes, answer.whole == nil {
            field = drawn.changedField(since: old)
            // The same lines are not printed again.
            isShown = isShown || !field.isEmpty || shown.draft == old.draft
        }
        return isShown || !answer.owesField ? (field, isShown) : (drawn.markedField, true)
    }

    /// Prints the lines of the field, after everything else. It counts as shown only if nothing of it is left out, and at a screen only
    /// as long as that is so.
    ///
    /// - Parameter moment: when the drawing began.
    private mutating func printField(
        _ field: [String],
        of drawn: Screen,
        isShown: Bool,
        from moment: ContinuousClock.Instant
    ) {
        output.write(lines: field)
        if isShown, drawn.isFieldWhole {
            shown.show(drawn.draft, at: .now)
        } else if display.isScreen {
            shown.hide(at: moment)
        }
        if isShown { hidesField = shown.draft.id != drawn.draft.id }
    }

    /// The stickers of a screen are printed, as far as it has room for them. Where what stands below them has pushed rows of the view off
    /// the terminal, none of them counts.
    ///
    /// - Parameters:
    ///   - lines: those that are printed below the view.
    ///   - moment: when the drawing began.
    private mutating func noteStickers(of drawn: Screen, above lines: [String], from moment: ContinuousClock.Instant) {
        guard case .stickers(let browser) = drawn.content else { return stickers.removeAll() }
        let all = Set(browser.cells.indices.map { $0 + 1 })
        let hidden = isViewWhole(of: drawn, above: lines) ? drawn.hiddenStickers : all
        stickers.show(browser, without: hidden, hides: display.isScreen, from: moment, to: .now)
    }

    /// Whether the view that was drawn stands on the terminal with all that was printed below it, and the prompt. A view that the person
    /// asked for may be longer: they scroll back.
    private func isViewWhole(of drawn: Screen, above lines: [String]) -> Bool {
        guard display.isScreen, answer.whole != .show, let rows = drawn.room.rows else { return true }
        // The terminal wraps complaints. They have no more cells than bytes.
        let complaints = answer.complaints.map { 1 + ("mayfly: ".utf8.count + $0.utf8.count) / drawn.room.width }
            .reduce(0, +)
        return drawn.view.count + lines.count + complaints + 1 <= rows
    }

    private func look() async -> Screen {
        let ansi = display == .screen(ansi: true)
        return await Screen(window, names, ansi: ansi, in: room, drawing: pictures, after: screen)
    }

    /// Takes an answer of the terminal; true if pictures are drawn in another way now.
    func take(_ report: TerminalReport) -> Bool { pictures?.pictures.take(report) ?? false }

    /// What stands between the view and the field.
    private var linesBelowView: [String] {
        noteLines + requestLines + addressLines + answerLines
    }

    /// What extensions ask the person for.
    private var requestLines: [String] {
        let width = screen.room.width
        let all = answer.whole == .show
        return question.rows(at: display, width: width, all: all) + payment.rows(at: display, width: width, all: all)
            + pictureRequest.rows(at: display, width: width, all: all)
    }

    private var answerLines: [String] {
        display.isScreen ? TerminalLines.hanging(answer.lines, to: screen.room.width) : answer.lines
    }

    private var noteLines: [String] {
        let rows = answer.notes.notes.flatMap { $0.rows(names, width: screen.room.width) }
        let limit = screen.room.noteRows ?? rows.count
        guard rows.count > limit else { return rows }
        return ["(\(rows.count - limit) more lines of notes: 'mayfly log' prints them)"] + rows.suffix(limit)
    }

    /// Prints all but the field.
    private func printWhole(_ screen: Screen, above notes: [String]) {
        let title = "\(SafeText.line(window.conversation.name)), \(SafeText.line(window.device.name))"
        let lines = screen.linesAboveField(title: title) + notes
        if display == .screen(ansi: true) {
            printFrame(lines)
        } else {
            output.write(lines: lines)
        }
        if display.isScreen { answer.complaints.forEach(Output.complain) }
    }

    private func printFrame(_ lines: [String]) {
        guard let pictures = pictures?.pictures else {
            return output.write(TerminalFrame.beginning(with: lines, width: output.columns))
        }
        let clearing = pictures.takeClearing()
        let lines = pictures.drawn(lines, in: room.size)
        output.write(TerminalFrame.beginning(with: lines, width: output.columns, clearing))
        // Without an editor, nobody reads the answer.
        if editor != nil, let question = pictures.takeQuestion() { output.write(question) }
    }

    /// A terminal has no browser, so the URL is printed. Its further rows have a mark of their own: rows of the transcript begin with
    /// spaces.
    private var addressLines: [String] {
        let lines = answer.addresses.map { "opens in a browser: \(MessageURL.encoded($0))" }
        guard display.isScreen else { return lines }
        return lines.flatMap { TerminalLines.hanging("", $0, further: "… ", width: screen.room.width) }
    }

    /// Repeats the line where the output does not already show it.
    func echo(_ line: String) {
        if display == .changes { output.write(line: "> \(SafeText.line(line))") }
    }

    /// Prints the prompt on a terminal, with what has been typed of a line.
    func prompt() {
        guard case .screen = display else { return }
        guard let editor else {
            return output.write("> " + (display == .screen(ansi: true) ? TerminalFrame.end : ""))
        }
        editor.prompt()
    }

    /// A line of the person is carried out now: what was said before is passed.
    mutating func beginLine() {
        editor?.leavePrompt()
        lastWhole = answer.whole
        longDraft = nil
        answer = SessionAnswer(for: display)
    }

    /// These lines of the host answer the person, in the drawings up to the next line. Events have no such lines, so those go to
    /// standard error.
    mutating func say(_ lines: [String]) {
        if display == .events { Output.errors.write(lines: lines) } else { answer.lines = lines }
    }

    /// Says what can stand at the cursor: so many as there is room for. Names of extensions and files are words of others.
    mutating func say(choices: [String]) {
        let words = choices.map { SafeText.collapsingBlanks(SafeText.line($0, limit: 80)) }.joined(separator: "  ")
        let rows = TerminalLines.hanging("Tab: ", words, further: "…    ", width: screen.room.width)
        let limit = screen.room.noteRows ?? rows.count
        let hidden = rows.count > limit ? ["(more of them begin so: type one more letter)"] : []
        answer.lines = Array(rows.prefix(limit)) + hidden
    }

    /// Says what can be entered.
    mutating func sayHelp() { say(Self.help + (editor == nil ? [] : Self.keys)) }

    private static let keys = [
        "Tab                     complete a word, an extension or a file",
        "arrow up, arrow down    bring an earlier line back",
        "Ctrl-C, Ctrl-D          end the session",
    ]

    private static let help =
        ScriptWord.help + [
            "N                       tap control N",
            "(an empty line)         draw the screen again",
            "help                    print this",
            "quit                    end the session, like leave",
        ]

    /// Ends the line of the prompt. With an editor, giving the terminal back does.
    func end() {
        if editor == nil, display.isScreen { output.write("\n") }
    }
}
