import MayflyModel

/// A transcript being drawn, from top to bottom.
struct TranscriptDrawing {
    let surroundings: TranscriptPicture.Surroundings
    /// The vertical position of the next row.
    private(set) var bottom = TranscriptPicture.margin
    var body = SVGWriter()
    var clips = SVGWriter()
    var shelf = PictureShelf()
    private var lastClip = 0

    init(_ surroundings: TranscriptPicture.Surroundings) { self.surroundings = surroundings }

    /// The elements that others refer to.
    var definitions: SVGWriter {
        var writer = shelf.contents
        writer.append(clips)
        return writer
    }

    mutating func add(_ entry: TranscriptEntry) {
        switch entry {
        case .summary(let line): add(line)
        case .bubble(let bubble): add(bubble)
        }
    }

    private mutating func add(_ line: SummaryLine) {
        caption(BubbleText(line, name: surroundings.name).line, .middle)
        bottom += 6
    }

    private mutating func add(_ bubble: Bubble) {
        let item = bubble.item
        let isOwn = item.sender == surroundings.viewer
        if !isOwn { caption(SafeText.line(surroundings.name(item.sender)), .start) }
        let content = self.content(of: item, isOwn: isOwn)
        let x =
            isOwn
            ? TranscriptPicture.width - TranscriptPicture.margin - content.width : TranscriptPicture.margin
        let room = bubble.stickers.isEmpty ? 0 : StickerPlacement.overhang
        let y = bottom + max(content.overhang, room)
        let frame = Rectangle(x: x, y: y, width: content.width, height: content.height)
        let spoken = SafeText.line(spokenText(of: item), limit: 2_000)
        var group = SVGWriter()
        group.element("title", text: spoken)
        draw(content, of: item, in: frame, isOwn: isOwn, &group)
        body.element("g", ["role": "img", "aria-label": .text(spoken)]) { $0.append(group) }
        bottom = frame.maxY + max(4, room)
        note(bubble, isOwn)
        bottom += 10
        add(bubble.stickers, on: item, of: content, in: frame)
    }

    /// A text that an extension brought begins with its name, as in the drawing.
    private func spokenText(of item: Item) -> String {
        let text = item.spokenText(name: surroundings.name)
        guard case .text = item.content else { return text }
        return item.labelled(text)
    }

    /// The notes in small type below an item.
    private mutating func note(_ bubble: Bubble, _ isOwn: Bool) {
        let place: Anchor = isOwn ? .end : .start
        if let origin = bubble.item.origin, surroundings.lacks(origin.extensionID) {
            caption("from \(SafeText.line(origin.name))", place)
        }
        if let note = DeliveryNote.text(of: bubble) { caption(note, place) }
        var people: [ParticipantID] = []
        for sticker in bubble.stickers where !people.contains(sticker.sender) { people.append(sticker.sender) }
        let names = people.map { SafeText.line(surroundings.name($0)) }
        if !names.isEmpty { caption("stickers of \(names.joined(separator: ", "))", place) }
    }

    // MARK: Small text

    /// SVG's `text-anchor`.
    enum Anchor: String { case start, middle, end }

    private mutating func caption(_ text: String, _ anchor: Anchor) {
        let size = 11.0
        let width = TranscriptPicture.width - 2 * TranscriptPicture.margin
        let shown = TextMeasure.font.cut(text, to: Int(width * 1000 / size))
        let x =
            switch anchor {
            case .start: TranscriptPicture.margin
            case .middle: TranscriptPicture.width / 2
            case .end: TranscriptPicture.width - TranscriptPicture.margin
            }
        body.element(
            "text",
            [
                "x": .number(x), "y": .number(bottom + size), "font-size": .number(size), "fill": "#6b6b70",
                "text-anchor": .text(anchor.rawValue),
            ],
            text: shown
        )
        bottom += size + 5
    }

    /// Defines a clip path of rounded corners and gives its reference.
    mutating func clip(_ frame: Rectangle, radius: Double) -> String {
        lastClip += 1
        let name = "clip-\(lastClip)"
        clips.element("clipPath", ["id": .text(name)]) { $0.element(rounded: frame, radius) }
        return "url(#\(name))"
    }
}

extension SVGWriter {
    mutating func element(rounded frame: Rectangle, _ radius: Double, fill: String? = nil) {
        element(
            "rect",
            [
                "x": .number(frame.x), "y": .number(frame.y), "width": .number(frame.width),
                "height": .number(frame.height), "rx": .number(radius), "fill": fill.map(Value.text),
            ]
        )
    }
}
