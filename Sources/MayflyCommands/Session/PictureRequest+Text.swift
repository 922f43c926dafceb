internal import MayflyHost
internal import MayflyModel
internal import MayflyViews

extension PictureRequest {
    /// What a terminal shows.
    func rows(width: Int) -> [String] {
        let lines = [
            "\(SafeText.quotation(name)) wants a picture of your camera",
            "'answer take' takes it now, 'answer cancel' takes none",
        ]
        return lines.flatMap { TerminalLines.hanging("? ", $0, further: "\u{2026} ", width: width) }
    }
}
