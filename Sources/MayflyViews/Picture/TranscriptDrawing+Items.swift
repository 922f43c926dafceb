import MayflyModel

extension TranscriptDrawing {
    /// The shape of an item, without a position.
    func content(of item: Item, isOwn: Bool) -> ItemShape {
        switch item.content {
        case .interactive(let message):
            let rows = BubbleRows(message.layout, name: surroundings.name)
            return .message(
                BubbleLayout(rows, mediaSize: rows.media?.pixelSize, width: TranscriptPicture.bubbleWidth)
            )
        case .sticker(let sticker): return ItemShape(picture: sticker.file, limit: 120)
        case .attachment(let attachment) where attachment.file.type.isPicture:
            return ItemShape(picture: attachment.file, limit: 220)
        case .attachment(let attachment):
            return ItemShape(text: "\(SafeText.line(attachment.name))\n\(BubbleText.facts(attachment.file))")
        case .text(let text): return ItemShape(text: item.labelled(SafeText.block(text)))
        }
    }

    mutating func draw(
        _ shape: ItemShape,
        of item: Item,
        in frame: Rectangle,
        isOwn: Bool,
        _ writer: inout SVGWriter
    ) {
        switch shape {
        case .message(let layout): draw(layout, of: item, at: frame, &writer)
        case .text(let lines, _): draw(lines, in: frame, isOwn: isOwn, &writer)
        case .picture(let file, _): draw(file, in: frame, radius: 0, seen: frame, &writer)
        }
    }

    private func draw(_ lines: [String], in frame: Rectangle, isOwn: Bool, _ writer: inout SVGWriter) {
        writer.element(rounded: frame, BubbleLayout.cornerRadius, fill: isOwn ? "#0a6cdb" : "#e9e9eb")
        var y = frame.y + ItemShape.inset + ItemShape.fontSize
        for line in lines {
            writer.element(
                "text",
                [
                    "x": .number(frame.x + ItemShape.inset), "y": .number(y),
                    "font-size": .number(ItemShape.fontSize), "fill": isOwn ? "#ffffff" : "#1c1c1e",
                ],
                text: line
            )
            y += ItemShape.lineHeight
        }
    }

    // MARK: Pictures

    /// Draws the stickers above their bubble. Those of other people leave half of it to be seen; the sender's own may cover it.
    mutating func add(_ stickers: [Item], on bubble: Item, of shape: ItemShape, in frame: Rectangle) {
        let boxes = stickers.filter { $0.sender != bubble.sender }.compactMap { item -> Rectangle? in
            guard case .sticker(let sticker) = item.content else { return nil }
            return sticker.placement?.box(of: sticker.file.pixelSize, on: frame)
        }
        let factor = shape.factor(ofStickersIn: boxes, on: frame)
        for sticker in stickers { add(sticker, on: frame, factor: sticker.sender == bubble.sender ? 1 : factor) }
    }

    /// Screen readers get the description of a sticker separately (model 5.9).
    private mutating func add(_ item: Item, on bubble: Rectangle, factor: Double) {
        guard case .sticker(let sticker) = item.content, let placement = sticker.placement else { return }
        let frame = placement.frame(of: sticker.file.pixelSize, on: bubble, factor: factor)
        let spoken = SafeText.line(item.spokenText(name: surroundings.name))
        let middle = "\(Int(frame.x + frame.width / 2)) \(Int(frame.y + frame.height / 2))"
        var group = SVGWriter()
        group.element("title", text: spoken)
        draw(sticker.file, in: frame, radius: 0, seen: frame, &group)
        body.element(
            "g",
            [
                "role": "img", "aria-label": .text(spoken),
                "transform": placement.rotation == 0 ? nil : "rotate(\(Int(placement.rotation)) \(middle))",
            ]
        ) { $0.append(group) }
    }

    /// Draws a file's picture into a frame, clipped to `seen`. A file without a picture becomes a grey field with its type.
    mutating func draw(
        _ file: MediaFile,
        in frame: Rectangle,
        radius: Double,
        seen: Rectangle,
        _ writer: inout SVGWriter
    ) {
        let source = surroundings.picture
        let name = shelf.name(of: file.digest.rawValue, size: file.pixelSize, bytes: file.byteCount) {
            file.type.isPicture ? source(file) : nil
        }
        let clip = radius > 0 ? self.clip(seen, radius: radius) : nil
        writer.element("g", ["clip-path": clip.map { .text($0) }]) { writer in
            guard let name else { return Self.drawPlaceholder(file, in: seen, &writer) }
            writer.element(use: name, in: frame)
        }
    }

    private static func drawPlaceholder(_ file: MediaFile, in frame: Rectangle, _ writer: inout SVGWriter) {
        writer.element(rounded: frame, 0, fill: "#3a3a3c")
        let label = file.type.isPicture || file.type == .text ? file.type.rawValue : "▶ \(file.type.rawValue)"
        writer.element(
            "text",
            [
                "x": .number(frame.x + frame.width / 2), "y": .number(frame.y + frame.height / 2 + 5),
                "font-size": 14, "fill": "#ffffff", "text-anchor": "middle",
            ],
            text: label
        )
    }
}

extension SVGWriter {
    mutating func element(use name: String, in frame: Rectangle, transform: String? = nil) {
        element(
            "use",
            [
                "href": .text("#\(name)"), "x": .number(frame.x), "y": .number(frame.y),
                "width": .number(frame.width), "height": .number(frame.height), "transform": transform.map(Value.text),
            ]
        )
    }
}
