internal import MayflyHost
internal import MayflyModel
internal import MayflyViews

extension PictureRequest: PersonRequest {
    static var nothingAsked: String { "nobody wants a picture" }
    static var askedJustNow: String {
        "no picture is taken: it was asked for only a moment before; enter the line again"
    }

    /// What a terminal shows.
    func rows(width: Int) -> [String] {
        let lines = [
            "\(SafeText.quotation(name)) wants a picture of your camera",
            "'answer take' takes it now, 'answer cancel' takes none",
        ]
        return lines.flatMap { TerminalLines.hanging("? ", $0, further: "\u{2026} ", width: width) }
    }
}
