internal import MayflyHost
internal import MayflyModel
internal import MayflyViews

extension PaymentSheet {
    private static let marks: Set<Character> = ["\u{201C}", "\u{201D}", "\u{201E}", "\u{201F}", "\""]

    /// What a terminal shows. The words of the extension are quoted, and begin a row of the host's only after a mark.
    func rows(width: Int) -> [String] {
        let (lead, words) =
            switch purpose {
            case .payment(let label): ("in its own words", label)
            case .product(_, let title): ("the product", title)
            }
        // No mark of theirs can end the quotation.
        let quoted = String(words.map { Self.marks.contains($0) ? "'" : $0 })
        let lines = [
            "pay \(price) to \(name)?", "\(lead): \u{201C}\(quoted)\u{201D}",
            "'answer pay' pays \(price), 'answer cancel' pays nothing",
        ]
        return lines.flatMap { TerminalLines.hanging("$ ", $0, further: "\u{2026} ", width: width) }
    }
}
