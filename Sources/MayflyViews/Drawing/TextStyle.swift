/// The style of a piece of text on a terminal with escape sequences.
struct TextStyle: Equatable {
    var isBold = false
    var isDim = false
    /// The number of a foreground colour (ECMA-48, SGR 30 to 37).
    var color: Int?

    static let plain = TextStyle()

    static let dim: TextStyle = {
        var style = TextStyle()
        style.isDim = true
        return style
    }()

    init() {}

    init(_ text: CardText) {
        isBold = text.weight == .bolder || text.size == .large || text.size == .extraLarge
        isDim = text.isSubtle || text.weight == .lighter
        color =
            switch text.color {
            case .default, .dark, .light: nil
            case .attention: 31
            case .good: 32
            case .warning: 33
            case .accent: 34
            }
    }

    /// The text between the sequences that switch the style on and off.
    func applied(to text: String) -> String {
        var codes: [String] = []
        if isBold { codes.append("1") }
        if isDim { codes.append("2") }
        if let color { codes.append(String(color)) }
        return codes.isEmpty ? text : "\u{1B}[\(codes.joined(separator: ";"))m\(text)\u{1B}[0m"
    }
}
