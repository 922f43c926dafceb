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

    /// A choice of one or, with `isMultiSelect`, of several. `value` holds the values chosen at first, joined by commas.
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

    /// One of the answers of a choice.
    public struct Choice: Equatable, Sendable {
        /// What the person sees.
        public var title: String
        /// What comes back. Without commas, as several values are joined by them.
        public var value: String

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
