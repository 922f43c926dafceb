internal import MayflyHost
internal import MayflyModel
internal import MayflyViews

extension PaymentSheet: PersonRequest {
    static var nothingAsked: String { "there is nothing to pay" }
    static var askedJustNow: String {
        "nothing is paid: the amount was printed only a moment before; look at it, and enter the line again"
    }

    /// What a terminal shows. The words of the extension are quoted, and begin a row of the host's only after a mark.
    func rows(width: Int) -> [String] {
        let (lead, words) =
            switch purpose {
            case .payment(let label): ("in its own words", label)
            case .product(_, let title): ("the product", title)
            }
        let lines = [
            "pay \(price) to \(SafeText.quotation(name))?", "\(lead): \(SafeText.quotation(words))",
            "'answer pay' pays \(price), 'answer cancel' pays nothing",
        ]
        return lines.flatMap { TerminalLines.hanging("$ ", $0, further: "\u{2026} ", width: width) }
    }
}
