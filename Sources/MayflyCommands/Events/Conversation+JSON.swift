internal import MayflyHost
internal import MayflyModel

extension JSONValue {
    /// A row of the transcript under the number that a person counts it by.
    init(_ entry: TranscriptEntry, number: Int, _ names: Names) {
        let head: JSONValue = .object(["number": .number(number)])
        switch entry {
        case .bubble(let item, let delivery):
            guard case .object(let members) = JSONValue(item, names) else { self = head; return }
            self = head.adding(members + [Member("delivery", .text(delivery.rawValue))])
        case .summary(let line):
            self = head.adding([
                Member("kind", .text("summary")), Member("id", .text(line.item.description)),
                Member("sender", .text(names.name(of: line.sender))),
                Member("text", .text(line.text.display(name: names.name(of:)))),
            ])
        }
    }

    /// What is in an input field.
    static func members(of draft: Draft, _ names: Names) -> [Member] {
        [
            Member("message", draft.message.map { JSONValue($0, names) } ?? .null),
            Member("media", .list(draft.media.map { JSONValue($0, names) })), Member("text", .text(draft.text)),
        ]
    }
}
