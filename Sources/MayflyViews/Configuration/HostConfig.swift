/// How large and how far apart the parts of a card are, for every face: what the format calls a host configuration. Sizes are in
/// pixels of a page; colours are names that each face gives its own values.
public struct HostConfig: Sendable {
    /// The configuration of this host.
    public static let standard = HostConfig()

    /// The distance of a block to the one above.
    public func pixels(_ spacing: CardSpacing) -> Int {
        switch spacing {
        case .none: 0
        case .small: 4
        case .default: 8
        case .medium: 16
        case .large: 24
        case .extraLarge: 32
        case .padding: 12
        }
    }

    /// The height and width of a picture; nil for its own.
    public func pixels(_ size: CardImage.Size) -> Int? {
        switch size {
        case .auto, .stretch: nil
        case .small: 40
        case .medium: 80
        case .large: 160
        }
    }

    /// The size of the font.
    public func pixels(_ size: CardText.Size) -> Int {
        switch size {
        case .small: 13
        case .default: 15
        case .medium: 17
        case .large: 20
        case .extraLarge: 26
        }
    }

    /// The weight of the font (CSS Fonts 4).
    public func weight(_ weight: CardText.Weight) -> Int {
        switch weight {
        case .lighter: 300
        case .default: 400
        case .bolder: 600
        }
    }

    /// The name of the colour of a text. A face has a value for each.
    public func color(_ color: CardText.Color) -> String {
        switch color {
        case .default, .dark, .light: "text"
        case .accent: "accent"
        case .good: "good"
        case .warning: "warning"
        case .attention: "attention"
        }
    }

    /// The pixels that a cell of a terminal stands for.
    public var pixelsInCell: Int { 8 }

    /// From which distance on a terminal leaves a line empty.
    public var pixelsOfEmptyLine: Int { pixels(CardSpacing.medium) }
}

extension HostConfig {
    /// The same as properties of CSS, which the page has in its style sheet.
    package var styleSheet: String {
        var lines: [String] = []
        func add(_ name: String, _ value: String) { lines.append("  --card-\(name): \(value);") }
        for spacing in CardSpacing.allCases { add("spacing-\(spacing.rawValue)", "\(pixels(spacing))px") }
        for size in CardImage.Size.allCases { add("image-\(size.rawValue)", pixels(size).map { "\($0)px" } ?? "auto") }
        for size in CardText.Size.allCases { add("font-\(size.rawValue)", "\(pixels(size))px") }
        for weight in CardText.Weight.allCases { add("weight-\(weight.rawValue)", "\(self.weight(weight))") }
        for color in CardText.Color.allCases { add("color-\(color.rawValue)", "var(--\(self.color(color)))") }
        return ":root {\n" + lines.joined(separator: "\n") + "\n}"
    }
}
