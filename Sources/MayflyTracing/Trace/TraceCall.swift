internal import MayflyModel

/// A call with its answer, as traces are compared: without times.
struct TraceCall {
    /// The thread whose calls keep their order from run to run.
    let lane: String
    /// What was called, by whom and with what, and how it ended.
    private let text: String
    /// The same without identifiers, which may be drawn at random.
    let shape: String
    /// The identifiers in it, in their order.
    let identifiers: [UUID128]

    private init(lane: String, text: String) {
        self.lane = lane
        self.text = text
        var identifiers: [UUID128] = []
        shape = IdentifierText.replacing(in: text) { uuid in
            identifiers.append(uuid)
            return "identifier"
        }
        self.identifiers = identifiers
    }

    /// Whether it is a callback, in which others are.
    var isCallback: Bool { shape.hasPrefix("\(TraceLine.Kind.host.rawValue) ") }

    /// The text for a person, with names for the identifiers.
    func shown(_ name: (UUID128) -> String) -> String { IdentifierText.replacing(in: text, name) }
}

extension TraceCall {
    /// The calls of a trace. The answer of a call belongs to it, and not to the moment in which it came.
    static func all(in lines: [TraceLine]) -> [TraceCall] {
        var answers: [CallKey: JSONValue] = [:]
        for line in lines where line.kind == .answer { answers[CallKey(line)] = line.content }
        return lines.compactMap { line in
            let lane = "launch \(line.launch), \(line.thread == .other ? "other threads" : "main thread")"
            switch line.kind {
            case .answer, .answered: return nil
            case .call:
                let answer = line.token == 0 ? nil : answers[CallKey(line)]
                let end = line.token == 0 ? "" : " = " + (answer?.line ?? "no answer")
                return TraceCall(lane: lane, text: "  \(line.name) \(line.content.line)\(end)")
            default: return TraceCall(lane: lane, text: "\(line.kind.rawValue) \(line.name) \(line.content.line)")
            }
        }
    }
}
