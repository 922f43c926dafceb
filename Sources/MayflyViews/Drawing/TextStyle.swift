/// The style of a piece of text on a terminal with escape sequences.
struct TextStyle: Equatable {
    var isBold = false
    var isDim = false
    var isItalic = false
    var isUnderlined = false
    var isReversed = false
    var isStruckThrough = false
    /// The number of a foreground colour (ECMA-48, SGR 30 to 37).
    var color: Int?

    static let plain = TextStyle()

    static let dim: TextStyle = {
        var style = TextStyle()
        style.isDim = true
        return style
    }()

    init() {}

    init(_ style: CardTextStyle) {
        isBold = style.weight == .bolder || style.size == .large || style.size == .extraLarge
        isDim = style.isSubtle || style.weight == .lighter
        isItalic = style.isItalic
        isUnderlined = style.isUnderlined
        isReversed = style.isHighlighted
        isStruckThrough = style.isStruckThrough
        color = Self.color(of: style.color)
    }

    /// The number of the foreground colour for a role.
    static func color(of color: CardText.Color) -> Int? {
        switch color {
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
        if isItalic { codes.append("3") }
        if isUnderlined { codes.append("4") }
        if isReversed { codes.append("7") }
        if isStruckThrough { codes.append("9") }
        if let color { codes.append(String(color)) }
        return codes.isEmpty ? text : "\u{1B}[\(codes.joined(separator: ";"))m\(text)\u{1B}[0m"
    }
}
