internal import MayflyModel

extension JSONValue {
    /// A row of the transcript with its number, counted from 1.
    init(_ entry: TranscriptEntry, number: Int?, _ names: Names) {
        let head: JSONValue = .object(number.map { [Member("number", .number($0))] } ?? [])
        switch entry {
        case .bubble(let bubble):
            guard case .object(let members) = JSONValue(bubble.item, names) else { self = head; return }
            self = head.adding(members + Self.facts(of: bubble, names))
        case .summary(let line):
            self = head.adding([
                Member("kind", .text("summary")), Member("id", .text(line.item.description)),
                Member("sender", .text(names.name(of: line.sender))),
                Member("text", .text(line.text.display(name: names.name(of:)))),
            ])
        }
    }

    private static func facts(of bubble: Bubble, _ names: Names) -> [Member] {
        var members = [Member("delivery", .text(bubble.delivery.rawValue))]
        if !bubble.stickers.isEmpty {
            members.append(Member("stickers", .list(bubble.stickers.map { JSONValue($0, names) })))
        }
        switch bubble.expiry {
        case .due(let moment): members.append(Member("expires", .number(moment.rawValue)))
        case .kept: members.append(Member("kept", .boolean(true)))
        case nil: break
        }
        return members
    }

    /// What is in an input field.
    static func members(of draft: Draft, _ names: Names) -> [Member] {
        [
            Member("id", .text(draft.id.description)),
            Member("message", draft.message.map { JSONValue($0, names) } ?? .null),
            Member("media", .list(draft.media.map { JSONValue($0, names) })), Member("text", .text(draft.text)),
        ]
    }
}
