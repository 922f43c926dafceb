package import MayflyHost
internal import MayflyModel
internal import MayflyStore
internal import MayflyViews

/// What a person sees in a window at one moment: the transcript, the input field and the extension.
package struct Screen: Sendable, Equatable {
    package var transcript: [String]
    package var field: [String]
    /// Empty when no extension is open.
    package var view: [String]
    /// What `transcript`, `field` and `view` show.
    private(set) var page: TranscriptPage?
    private(set) var draft = Draft()
    private(set) var content = ExtensionView.none
    private var width: Int?
    /// Whether the view hides the transcript and the field.
    private(set) var isCovered = false

    package init(transcript: [String], field: [String], view: [String]) {
        self.transcript = transcript
        self.field = field
        self.view = view
    }

    /// Reads the current state of a window. An expanded extension covers the transcript and the field (C-075, C-076).
    ///
    /// - Parameter width: that of the terminal, to which lines are wrapped; nil elsewhere.
    package init(_ window: ConversationWindow, _ names: Names, ansi: Bool, width: Int? = nil) async {
        let text = ConversationText(names)
        let page = await window.transcript
        self.page = page
        self.width = width
        transcript = TerminalLines.wrapped(text.lines(of: page), to: width)
        draft = await window.draft
        field = TerminalLines.wrapped(text.lines(of: draft), to: width)
        view = []
        guard let bundle = await window.openExtension else { return }
        let style = await window.style
        isCovered = style == .expanded && bundle.manifest.kind == .app
        content = await window.view
        let lines = ViewText.lines(of: content, style: style, ansi: ansi, width: width)
        let title = SafeText.line(bundle.manifest.name)
        let heading = bundle.manifest.kind == .stickerPack ? "\(title), stickers" : "\(title), \(style.name)"
        view = [Self.rule(heading, width)] + (lines.isEmpty ? ["(nothing is shown)"] : lines)
    }

    /// All of it.
    package func lines(title: String) -> [String] {
        [Self.rule(title, width)] + (isCovered ? [] : transcript + field) + view
    }

    /// What changed: new and changed rows of the transcript, and the whole field and view where they differ.
    ///
    /// Lines of the transcript and the field that an expanded extension covers are marked so: a script must learn what its
    /// steps did. When they are uncovered, the field is a change.
    package func changes(since old: Screen) -> [String] {
        var lines: [String] = []
        if transcript != old.transcript {
            let known = Set(old.transcript)
            lines += transcript.filter { !known.contains($0) }
        }
        if field != old.field || old.isCovered && !isCovered { lines += field }
        if isCovered { lines = Self.covered(lines) }
        if view != old.view { lines += view.isEmpty ? ["(the extension is closed)"] : view }
        return lines
    }

    /// The field, marked where it is covered.
    var markedField: [String] { isCovered ? Self.covered(field) : field }

    private static func covered(_ lines: [String]) -> [String] { lines.map { "(covered) " + $0 } }

    private static func rule(_ title: String, _ width: Int?) -> String {
        let end = String(repeating: "─", count: max(2, 60 - title.count))
        guard let width, width < title.count + end.count + 4 else { return "── \(title) \(end)" }
        return TerminalLines.cut("── \(title) ", to: width) + end.prefix(max(0, width - title.count - 4))
    }
}
