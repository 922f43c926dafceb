import MayflyModel

extension TranscriptDrawing {
    /// Draws the bubble of a message at its place: media, captions, titles and the icon above all.
    mutating func draw(_ layout: BubbleLayout, of item: Item, at place: Rectangle, _ writer: inout SVGWriter) {
        writer.element(rounded: place, BubbleLayout.cornerRadius, fill: "#f2f2f4")
        if let media = item.message?.layout?.shownMedia, let picture = layout.picture, let seen = layout.media {
            draw(
                media,
                in: picture.moved(by: place.x, place.y),
                radius: BubbleLayout.cornerRadius,
                seen: seen.moved(by: place.x, place.y),
                &writer
            )
        }
        for line in layout.lines { draw(line, at: place, &writer) }
        drawIcon(of: item.origin, in: layout.icon.moved(by: place.x, place.y), &writer)
    }

    private func draw(_ line: BubbleLayout.Line, at place: Rectangle, _ writer: inout SVGWriter) {
        let frame = line.frame.moved(by: place.x, place.y)
        let isTitle = line.role == .imageTitle || line.role == .imageSubtitle
        let fill: SVGWriter.Value =
            switch line.role {
            case .imageTitle, .imageSubtitle: "#ffffff"
            case .caption: "#1c1c1e"
            case .subcaption: "#6b6b70"
            }
        writer.element(
            "text",
            [
                "class": .text(line.role.rawValue), "x": .number(line.isTrailing ? frame.maxX : frame.x),
                "y": .number(frame.y + line.role.size), "font-size": .number(line.role.size), "fill": fill,
                "font-weight": line.role == .imageTitle ? "bold" : nil,
                "text-anchor": line.isTrailing ? "end" : nil,
                // White text must be readable on a white picture too.
                "stroke": isTitle ? "#000000" : nil, "stroke-opacity": isTitle ? 0.35 : nil,
                "stroke-width": isTitle ? 2 : nil, "paint-order": isTitle ? "stroke" : nil,
            ],
            text: line.text
        )
    }

    /// The icon of the installed extension, else the one that the sender's device has sent.
    private mutating func drawIcon(of origin: Origin?, in frame: Rectangle, _ writer: inout SVGWriter) {
        let (source, sent) = (surroundings.icon, surroundings.picture)
        var name = origin.flatMap { origin in
            shelf.name(of: "icon of \(origin.extensionID)", size: nil, bytes: nil) { source(origin.extensionID) }
        }
        if name == nil, let icon = origin?.icon {
            name = shelf.name(of: icon.digest.rawValue, size: icon.pixelSize, bytes: icon.byteCount) { sent(icon) }
        }
        let clip = self.clip(frame, radius: 7)
        let initial = SafeText.line(String((origin?.name ?? "?").prefix(1)).uppercased(), limit: 1)
        writer.element("g", ["class": "icon", "clip-path": .text(clip)]) { writer in
            guard let name else {
                writer.element(rounded: frame, 0, fill: "#5b5bd6")
                writer.element(
                    "text",
                    [
                        "x": .number(frame.x + frame.width / 2), "y": .number(frame.y + 20), "font-size": 17,
                        "fill": "#ffffff", "text-anchor": "middle",
                    ],
                    text: initial
                )
                return
            }
            writer.element(use: name, in: frame)
        }
    }
}
