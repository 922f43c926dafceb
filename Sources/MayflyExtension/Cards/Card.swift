/// The extension's view: an Adaptive Card of version 1.5, which the host draws in its own look.
///
///     host.present(Card([.text("3", size: .extraLarge)], actions: [.submit(id: "plus", title: "+1")]))
public struct Card: Equatable, Sendable {
    /// From top to bottom.
    public var body: [CardElement]
    /// The buttons at the end.
    public var actions: [CardAction]

    public init(_ body: [CardElement], actions: [CardAction] = []) {
        self.body = body
        self.actions = actions
    }

    /// The card as the host reads it: up to 262,144 bytes of JSON.
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
