internal import MayflyModel
internal import MayflyProtocol
internal import MayflyRPC

extension JSONValue {
    /// The line of an event, with its number before its members. For one that is larger than `ConnectionLimits.largestEvent`, the line
    /// has its kind and its size only; for a view that is larger than `ConnectionLimits.largestView`, also its kind and style.
    func eventLine(number: Int) -> String {
        let numbered = adding(number: number)
        let line = numbered.line
        let size = line.utf8.count
        if size > ConnectionLimits.largestView, eventKind.hasSameBytes(as: "view") {
            return Shapes.omitting(numbered, bytes: size).line
        }
        return size > ConnectionLimits.largestEvent ? omitted(number: number, bytes: size).line : line
    }

    /// What kind of event it is.
    var eventKind: String {
        if case .text(let kind) = self["event"] { kind } else { "" }
    }

    private func omitted(number: Int, bytes: Int) -> JSONValue {
        .object(["number": .number(number), "event": .text("omitted"), "kind": self["event"], "bytes": .number(bytes)])
    }

    private func adding(number: Int) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object([Member("number", .number(number))] + members)
    }
}

extension JSONValue {
    /// What a window shows, with its view only where that leaves room for the rest: an extension chooses how large its view is, and may not
    /// keep the person from seeing anything else.
    var boundingView: JSONValue {
        guard case .object(var members) = self,
            let index = members.firstIndex(where: { $0.name.hasSameBytes(as: "view") })
        else { return self }
        let view = members.remove(at: index)
        let size = view.value.line.utf8.count
        let rest = JSONValue.object(members).line.utf8.count
        guard size > min(ConnectionLimits.largestView, ConnectionLimits.line - rest - Self.margin) else { return self }
        members.insert(Member(view.name, Shapes.omitting(view.value, bytes: size)), at: index)
        return .object(members)
    }

    /// For the rest of an answer.
    private static let margin = 1024
}
