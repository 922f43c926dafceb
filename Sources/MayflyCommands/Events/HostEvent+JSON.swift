package import MayflyHost
package import MayflyModel

extension JSONValue {
    /// One line of `mayfly launch --json`; `Documentation/cli.md` describes each.
    package init(_ event: HostEvent, _ names: Names) {
        switch event {
        case .process(let id, let step, id: let process):
            self = .event(
                "process",
                of: id,
                [
                    "state": .text(step.rawValue), "pid": .optional(process),
                ]
            )
        case .callback(let id, let name, let arguments):
            self = .event("callback", of: id, ["name": .text(name), "arguments": arguments])
        case .call(let id, let name, let arguments, let error):
            self = .event(
                "call",
                of: id,
                [
                    "name": .text(name), "arguments": arguments, "error": error.map { JSONValue($0) } ?? .null,
                ]
            )
        case .draft(let draft): self = .object([Member("event", .text("draft"))] + Self.members(of: draft, names))
        case .transcript(let page):
            let rows = page.numbered.map { JSONValue($0.entry, number: $0.number, names) }
            self = .object(["event": .text("transcript"), "count": .number(page.count), "entries": .list(rows)])
        case .view(let id, let style, let view):
            let head = JSONValue.event("view", of: id, ["style": .text(style.name)])
            self = head.adding(Self.members(of: view, style: style))
        case .keyboard(let isShown): self = .object(["event": .text("keyboard"), "shown": .boolean(isShown)])
        case .openURL(let url): self = .object(["event": .text("openURL"), "url": .text(url)])
        case .log(let id, let level, let line):
            self = .object([
                "event": .text("log"), "extension": .optional(id?.rawValue), "level": .text(level.name),
                "line": .text(line),
            ])
        case .unconfined(let id, let missing):
            self = .event("unconfined", of: id, ["missing": .list(JSONValue.layers(missing, of: Set(missing.keys)))])
        case .moreTime(let id, let milliseconds, let reason):
            self = .event("moreTime", of: id, ["ms": .number(milliseconds), "reason": .text(reason)])
        case .receipt(let id, let end):
            self = JSONValue.event("receipt", of: id, [:]).adding(Self.members(of: end, name: names.name(of: id)))
        }
    }

    private static func event(
        _ name: String,
        of id: ExtensionID,
        _ members: KeyValuePairs<String, JSONValue>
    ) -> JSONValue {
        .object([Member("event", .text(name)), Member("extension", .text(id.rawValue))] + members.map(Member.init))
    }

    /// The object with more members at its end.
    func adding(_ more: [Member]) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members + more)
    }

    init(_ error: MessageError) {
        let domain =
            switch error.domain {
            case .messages: "messages"
            case .stickers: "stickers"
            }
        self = .object([
            "domain": .text(domain), "code": .number(error.code.rawValue), "message": .text(error.message),
        ])
    }
}
