/// A button of a ``Card``.
public struct CardAction: Equatable, Sendable {
    let json: JSONValue

    /// How a button is set off from the others.
    public enum Style: String, Sendable {
        case normal = "default"
        case positive
        case destructive
    }

    /// A button that comes back as ``MessageExtension/didPerform(_:)`` with the card's inputs. `data` comes back in
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
