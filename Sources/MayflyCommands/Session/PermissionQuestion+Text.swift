internal import MayflyHost
internal import MayflyModel
internal import MayflyViews

extension PermissionQuestion: PersonRequest {
    static var nothingAsked: String { "the extension asks for nothing" }
    static var askedJustNow: String {
        "nothing is answered: the question was printed only a moment before; enter the line again"
    }

    /// What a terminal shows. The words of the extension are quoted, and begin a row of the host's only after a mark.
    func rows(width: Int) -> [String] {
        let lines = [
            "\(SafeText.quotation(name)) asks: may it \(permission.meaning)?",
            "in its own words: \(SafeText.quotation(reason))",
            "'answer once', 'answer always' or 'answer no'",
        ]
        return lines.flatMap { TerminalLines.hanging("? ", $0, further: "\u{2026} ", width: width) }
    }
}

extension PermissionName {
    /// What an extension may do with it, after "may it".
    var meaning: String {
        switch self {
        case .camera: "have you take pictures for it"
        case .photos: "have you choose pictures for it"
        case .purchase: "offer you its products, and see which you own"
        case .payment: "ask you for payments"
        case .network(let host):
            host.description.hasPrefix("*.")
                ? "exchange data with all servers below \(host.description.dropFirst(2))" : "exchange data with \(host)"
        }
    }
}
