internal import MayflyModel

/// A call with its answer, as traces are compared: without times, and without what is drawn at random.
struct TraceCall: Hashable {
    /// The thread whose calls keep their order from run to run.
    let lane: String
    /// What was called, by whom and with what, and how it ended.
    let text: String
}

extension TraceCall {
    /// The calls of a trace. The answer of a call belongs to it, and not to the moment in which it came.
    static func all(in lines: [TraceLine]) -> [TraceCall] {
        var answers: [[UInt64]: JSONValue] = [:]
        for line in lines where line.kind == .answer { answers[[UInt64(line.launch), line.token]] = line.content }
        var names = IdentifierNames()
        return lines.compactMap { line in
            let lane = "launch \(line.launch), \(line.thread == .other ? "other threads" : "main thread")"
            switch line.kind {
            case .answer, .answered: return nil
            case .call:
                let answer = line.token == 0 ? nil : answers[[UInt64(line.launch), line.token]]
                let end = line.token == 0 ? "" : " = " + (answer.map { names.replace($0.line) } ?? "no answer")
                return TraceCall(lane: lane, text: "  \(line.name) \(names.replace(line.content.line))\(end)")
            default:
                return TraceCall(
                    lane: lane,
                    text: "\(line.kind.rawValue) \(line.name) \(names.replace(line.content.line))"
                )
            }
        }
    }
}

/// Gives identifiers names by the order in which they appear.
struct IdentifierNames {
    private var numbers: [UUID128: Int] = [:]

    /// The text with the names.
    mutating func replace(_ text: String) -> String {
        IdentifierText.replacing(in: text) { uuid in
            let number = numbers[uuid] ?? numbers.count + 1
            numbers[uuid] = number
            return "id-\(number)"
        }
    }
}
