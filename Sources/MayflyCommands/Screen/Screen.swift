package import MayflyHost
internal import MayflyModel
package import MayflyProtocol
internal import MayflyStore
internal import MayflyViews

/// What a person sees in a window at one moment: the transcript, the extension and, below them, the input field.
///
/// Lines of an extension begin with a margin that no other line has. The field is the last, so that nothing pushes it off a terminal.
package struct Screen: Sendable, Equatable {
    package var transcript: [ScreenRow]
    package var field: [String]
    /// Empty when no extension is open.
    package var view: [String]
    /// Whether `field` has all that Send sends.
    private(set) var isFieldWhole = true
    /// What `transcript`, `field` and `view` show.
    private(set) var page: TranscriptPage?
    private(set) var draft = Draft()
    private(set) var content = ExtensionView.none
    /// The numbers of the stickers in `content` that `view` leaves out, all or a part of their lines.
    private(set) var hiddenStickers: Set<Int> = []
    private(set) var room = ScreenRoom()
    /// What `view` shows of a card.
    private(set) var drawing: DrawnView?
    /// Whether the view hides the transcript and the field.
    private(set) var isCovered = false

    package init(transcript: [ScreenRow], field: [String], view: [String]) {
        self.transcript = transcript
        self.field = field
        self.view = view
    }

    /// Reads the current state of a window. An expanded extension covers the transcript and the field (C-075, C-076).
    package init(_ window: ConversationWindow, _ names: Names, ansi: Bool) async {
        await self.init(window, names, ansi: ansi, in: ScreenRoom())
    }

    /// - Parameters:
    ///   - pictures: those that are drawn; nil where their alternative text stands alone.
    ///   - last: an earlier screen, whose field and rows are not made again if they are the same.
    init(
        _ window: ConversationWindow,
        _ names: Names,
        ansi: Bool,
        in room: ScreenRoom,
        drawing pictures: SessionPictures? = nil,
        after last: Screen? = nil
    ) async {
        let page = await window.transcript
        self.page = page
        pictures?.pictures.beginDrawing()
        defer { pictures?.pictures.endDrawing() }
        self.room = room
        let known = last?.room == room ? last : nil
        let areas = pictures?.areas(in: page, room.size) ?? [:]
        transcript = ConversationText(names).rows(
            of: page,
            width: room.width,
            longestText: room.textRows,
            picture: { areas[$0] },
            known: { known?.row(of: $1, number: $0, areas) }
        )
        draft = await window.draft
        (field, view) = ([], [])
        let bundle = await window.openExtension
        let style = await window.style
        isCovered = style == .expanded && bundle?.manifest.kind == .app
        if let known, known.draft.id == draft.id, known.isCovered == isCovered {
            (field, isFieldWhole) = (known.field, known.isFieldWhole)
        } else {
            let width = isCovered ? max(1, room.width - Self.coveredMark.count) : room.width
            let text = FieldText(draft, names, width: width, rows: room.fieldRows)
            (field, isFieldWhole) = (text.lines, text.isWhole)
        }
        guard let bundle else { return }
        let shown = await window.chargedView
        content = shown.view
        // A file of the same name may be another picture now.
        if let last, last.content != content { pictures?.pictures.forgetCard() }
        let width = room.width - TerminalLines.margin.count
        let cells =
            if case .stickers(let browser) = content { cells(of: browser, pictures, width) } else { [[String]]() }
        let place = room.size.narrowed(to: width)
        if cells.isEmpty {
            let source = DrawnView.Source(view: content, style: style, width: width, ansi: ansi)
            drawing = DrawnView(source, after: last?.drawing, chargedTo: shown.account) { picture, columns in
                pictures?.area(of: picture, of: bundle.id, place.narrowed(to: columns))
            }
        }
        let lines = drawing?.lines ?? cells.flatMap(\.self)
        hiddenStickers = stickersWithoutRoom(cells.map(\.count))
        let name = bundle.manifest.shownName
        let title = TerminalLines.cut(name, to: Self.longestTitle)
        let heading = bundle.manifest.kind == .stickerPack ? "\(title), stickers" : "\(title), \(style.name)"
        view = [Self.rule(heading, room.width)] + (lines.isEmpty ? ["(nothing is shown)"] : bounded(lines))
    }

    /// The row that shows this entry with this number and its picture; nil where there is none.
    private func row(of entry: TranscriptEntry, number: Int, _ pictures: [ItemID: PictureArea]) -> ScreenRow? {
        guard page?.entry(number: number) == entry else { return nil }
        return transcript.first { $0.item == entry.itemID && $0.picture == $0.item.flatMap { pictures[$0] } }
    }

    /// The lines of each cell of a browser, with the pictures if all of them have room.
    private func cells(of browser: StickerBrowser, _ pictures: SessionPictures?, _ width: Int) -> [[String]] {
        let texts = ViewText.cells(of: browser, width: width)
        guard let pictures else { return texts }
        let place = room.size.narrowed(to: width)
        let limit = viewRows ?? .max
        // Each picture has a row at least.
        guard texts.map(\.count).reduce(browser.cells.count, +) <= limit else { return texts }
        let cells = ViewText.cells(of: browser, width: width) { pictures.area(of: $0, place) }
        return cells.map(\.count).reduce(0, +) > limit ? texts : cells
    }

    /// Of an extension's name, so that the style stands behind it.
    private static let longestTitle = 40

    private func bounded(_ lines: [String]) -> [String] {
        let lines = lines.map(TerminalLines.margined)
        guard let limit = viewRows else { return lines }
        return TerminalLines.bounded(lines, to: limit) { hidden in
            "(\(grouped(hidden.count)) more lines of the view: 'show' prints all of it)"
        }
    }

    /// How many rows the view may have; nil for any number.
    private var viewRows: Int? { room.viewRows(beside: isCovered ? 0 : field.count) }

    /// The numbers of the stickers of which `bounded` leaves out a line. `lengths` are those of all stickers, in lines.
    private func stickersWithoutRoom(_ lengths: [Int]) -> Set<Int> {
        guard let limit = viewRows, !lengths.isEmpty else { return [] }
        guard let hidden = TerminalLines.hidden(of: lengths.reduce(0, +), limit: limit) else { return [] }
        var (first, numbers) = (0, Set<Int>())
        for (index, length) in lengths.enumerated() {
            if hidden.overlaps(first..<first + length) { numbers.insert(index + 1) }
            first += length
        }
        return numbers
    }

    /// All of it.
    package func lines(title: String) -> [String] { linesAboveField(title: title) + shownField }

    /// The transcript and the view.
    func linesAboveField(title: String) -> [String] {
        [Self.rule(title, room.width)] + (isCovered ? [] : transcript.flatMap(\.lines)) + view
    }

    /// The field; empty where it is covered.
    var shownField: [String] { isCovered ? [] : field }

    /// What changed: new and changed rows of the transcript, and the whole view and field where they differ.
    package func changes(since old: Screen) -> [String] { changesAboveField(since: old) + changedField(since: old) }

    /// Lines of the transcript and the field that an expanded extension covers are marked so: a script must learn what its
    /// steps did. When they are uncovered, the field is a change.
    func changesAboveField(since old: Screen) -> [String] {
        var lines: [String] = []
        if transcript != old.transcript {
            // A new row can have lines that an old one has, too.
            let known = Dictionary(old.transcript.map { ($0.item, $0.lines) }) { first, _ in first }
            lines += transcript.filter { known[$0.item] != $0.lines }.flatMap(\.lines)
        }
        if isCovered { lines = covered(lines) }
        if view != old.view { lines += view.isEmpty ? ["(the extension is closed)"] : view }
        return lines
    }

    func changedField(since old: Screen) -> [String] {
        field != old.field || old.isCovered && !isCovered ? markedField : []
    }

    /// The field, marked where it is covered.
    var markedField: [String] { isCovered ? covered(field) : field }

    private func covered(_ lines: [String]) -> [String] {
        lines.flatMap { TerminalLines.marked($0, by: Self.coveredMark, width: room.width) }
    }

    private static let coveredMark = "(covered) "

    private static func rule(_ title: String, _ width: Int) -> String {
        let end = String(repeating: "─", count: max(2, 60 - title.count))
        guard width < title.count + end.count + 4 else { return "── \(title) \(end)" }
        return TerminalLines.cut("── \(title) ", to: width) + end.prefix(max(0, width - title.count - 4))
    }
}
