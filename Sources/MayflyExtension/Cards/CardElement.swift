/// A part of a ``Card``. What is not built in can be written as JSON with ``init(json:)``.
public struct CardElement: Equatable, Sendable {
    let json: JSONValue

    /// An element in JSON as the Adaptive Cards schema describes it. The host says in the log what it does not like.
    public init(json: [String: JSONValue]) {
        self.json = .object(json)
    }

    /// Without the members that are `nil`.
    private init(_ type: String, _ members: [String: JSONValue?]) {
        var given = members.compactMapValues(\.self)
        given["type"] = .string(type)
        json = .object(given)
    }

    /// Text that wraps. Neither Markdown nor participant tokens are understood in it.
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

    /// A picture file of the bundle or of the private folder. `altText` is spoken, and shown where there are no
    /// pictures.
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

    /// Elements that belong together, one below the other.
    public static func container(_ items: [CardElement]) -> CardElement {
        CardElement("Container", ["items": .array(items.map(\.json))])
    }

    /// Columns side by side, each of elements one below the other.
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
