/// A part of a ``Card``. Elements without a function here can be written as JSON with ``init(json:)``.
public struct CardElement: Equatable, Sendable {
    let json: JSONValue

    /// An element in JSON of the Adaptive Cards schema. The host reports invalid members in the log.
    public init(json: [String: JSONValue]) {
        self.json = .object(json)
    }

    /// Members that are `nil` are left out.
    private init(_ type: String, _ members: [String: JSONValue?]) {
        var given = members.compactMapValues(\.self)
        given["type"] = .string(type)
        json = .object(given)
    }

    /// Text that wraps, with the Markdown of the format: `**bold**`, `_italic_`, lists and links. Participant tokens are shown as they are.
    public static func text(
        _ text: String,
        size: TextSize = .normal,
        isBold: Bool = false,
        color: TextColor = .normal,
        isSubtle: Bool = false
    ) -> CardElement {
        CardElement(
            "TextBlock",
            [
                "text": .string(text),
                "wrap": true,
                "size": size == .normal ? nil : .string(size.rawValue),
                "weight": isBold ? "bolder" : nil,
                "color": color == .normal ? nil : .string(color.rawValue),
                "isSubtle": isSubtle ? true : nil,
            ]
        )
    }

    /// A picture file of the bundle or of the private folder. `altText` is spoken, and shown where pictures
    /// cannot be drawn.
    public static func image(file: String, altText: String, size: ImageSize = .automatic) -> CardElement {
        CardElement(
            "Image",
            [
                "url": .string(file),
                "altText": .string(altText),
                "size": size == .automatic ? nil : .string(size.rawValue),
            ]
        )
    }

    /// A group of elements, one below the other, on the ground of a style.
    public static func container(_ items: [CardElement], style: ContainerStyle = .normal) -> CardElement {
        CardElement(
            "Container",
            [
                "items": .array(items.map(\.json)),
                "style": style == .normal ? nil : .string(style.rawValue),
            ]
        )
    }

    /// Columns side by side. Each has its elements one below the other.
    public static func columns(_ columns: [[CardElement]]) -> CardElement {
        let written = columns.map { items in
            CardElement("Column", ["width": "stretch", "items": .array(items.map(\.json))]).json
        }
        return CardElement("ColumnSet", ["columns": .array(written)])
    }

    /// Buttons inside the body.
    public static func actions(_ actions: [CardAction]) -> CardElement {
        CardElement("ActionSet", ["actions": .array(actions.map(\.json))])
    }

    /// Names and values in two columns.
    public static func facts(_ facts: KeyValuePairs<String, String>) -> CardElement {
        let written = facts.map { JSONValue.object(["title": .string($0.key), "value": .string($0.value)]) }
        return CardElement("FactSet", ["facts": .array(written)])
    }
}

extension CardElement {
    /// A field for typing. The keyboard reaches it in the expanded style only (C-072).
    public static func textInput(
        id: String,
        label: String,
        value: String = "",
        placeholder: String = "",
        maxLength: Int? = nil,
        isMultiline: Bool = false
    ) -> CardElement {
        var members = input("Input.Text", id: id, value: value)
        members["label"] = .string(label)
        if !placeholder.isEmpty { members["placeholder"] = .string(placeholder) }
        if let maxLength { members["maxLength"] = .integer(maxLength) }
        if isMultiline { members["isMultiline"] = true }
        return CardElement(json: members)
    }

    /// A choice of one option or, with `isMultiSelect`, of several. `value` has the initial values, joined by commas.
    public static func choiceInput(
        id: String,
        label: String,
        choices: [Choice],
        value: String = "",
        isMultiSelect: Bool = false,
        isExpanded: Bool = true
    ) -> CardElement {
        var members = input("Input.ChoiceSet", id: id, value: value)
        members["label"] = .string(label)
        members["style"] = isExpanded ? "expanded" : "compact"
        if isMultiSelect { members["isMultiSelect"] = true }
        members["choices"] = .array(
            choices.map { .object(["title": .string($0.title), "value": .string($0.value)]) }
        )
        return CardElement(json: members)
    }

    /// A switch. Its value comes back as `true` or `false`.
    public static func toggleInput(id: String, title: String, isOn: Bool = false) -> CardElement {
        var members = input("Input.Toggle", id: id, value: isOn ? "true" : "false")
        members["title"] = .string(title)
        return CardElement(json: members)
    }

    /// One option of a choice.
    public struct Choice: Equatable, Sendable {
        /// The text for the user.
        public var title: String
        /// The value in ``Action/inputs``, without commas, which separate several values.
        public var value: String

        /// An option with its text and its value.
        public init(title: String, value: String) {
            self.title = title
            self.value = value
        }
    }

    private static func input(_ type: String, id: String, value: String) -> [String: JSONValue] {
        var members: [String: JSONValue] = ["type": .string(type), "id": .string(id)]
        if !value.isEmpty { members["value"] = .string(value) }
        return members
    }
}

extension CardElement {
    /// The size of a text; the host defines the font sizes.
    public enum TextSize: String, Sendable {
        /// The size of body text.
        case normal = "default"
        /// Other sizes, from small to large.
        case small, medium, large, extraLarge
    }

    /// The meaning of a text's colour; the host chooses the colour.
    public enum TextColor: String, Sendable {
        /// The usual text colour.
        case normal = "default"
        /// A highlight, a success, a warning and an error.
        case accent, good, warning, attention
    }

    /// The meaning of a group; the host chooses the colour of its ground.
    public enum ContainerStyle: String, Sendable {
        /// The ground of the card.
        case normal = "default"
        /// A group that stands out, a highlight, a success, a warning and an error.
        case emphasis, accent, good, warning, attention
    }

    /// The size of a picture; the host defines the measures.
    public enum ImageSize: String, Sendable {
        /// The size of the picture, reduced to the available width.
        case automatic = "auto"
        /// The available width, and fixed sizes.
        case stretch, small, medium, large
    }
}
