/// The extension's view: an Adaptive Card of version 1.5, which the host draws in its own style.
///
///     host.present(Card([.text("3", size: .extraLarge)], actions: [.submit(id: "plus", title: "+1")]))
public struct Card: Equatable, Sendable {
    /// The elements from top to bottom.
    public var body: [CardElement]
    /// The buttons below the body.
    public var actions: [CardAction]

    /// A card with elements and buttons.
    public init(_ body: [CardElement], actions: [CardAction] = []) {
        self.body = body
        self.actions = actions
    }

    /// The card as JSON. The host accepts up to 262,144 bytes.
    public var json: String {
        var members: [String: JSONValue] = [
            "type": "AdaptiveCard",
            "version": "1.5",
            "body": .array(body.map(\.json)),
        ]
        if !actions.isEmpty { members["actions"] = .array(actions.map(\.json)) }
        return JSONValue.object(members).text
    }
}

/// A button of a ``Card``.
public struct CardAction: Equatable, Sendable {
    let json: JSONValue

    /// How a button is emphasised.
    public enum Style: String, Sendable {
        /// Without emphasis.
        case normal = "default"
        /// The action that the user most likely wants.
        case positive
        /// An action that removes something.
        case destructive
    }

    /// A button. A tap calls ``MessageExtension/didPerform(_:)`` with the inputs of the card and `data` in
    /// ``Action/data``.
    public static func submit(
        id: String,
        title: String,
        style: Style = .normal,
        data: [String: JSONValue] = [:]
    ) -> CardAction {
        var members: [String: JSONValue] = ["type": "Action.Submit", "id": .string(id), "title": .string(title)]
        if style != .normal { members["style"] = .string(style.rawValue) }
        if !data.isEmpty { members["data"] = .object(data) }
        return CardAction(json: .object(members))
    }
}
