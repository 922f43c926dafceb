internal import MayflyModel
internal import MayflyRPC

extension JSONValue {
    /// The line of an event, with its number before its members. For one that is larger than `ConnectionLimits.largestEvent`, the line
    /// has its kind and its size only.
    func eventLine(number: Int) -> String {
        let line = adding(number: number).line
        let size = line.utf8.count
        return size > ConnectionLimits.largestEvent ? omitted(number: number, bytes: size).line : line
    }

    private func omitted(number: Int, bytes: Int) -> JSONValue {
        .object(["number": .number(number), "event": .text("omitted"), "kind": self["event"], "bytes": .number(bytes)])
    }

    private func adding(number: Int) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object([Member("number", .number(number))] + members)
    }
}
