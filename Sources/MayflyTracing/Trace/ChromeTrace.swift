internal import MayflyModel

/// A trace as the JSON that Chrome and Perfetto open: a launch is a process, with a thread for callbacks, one for completions and one for
/// all others.
///
/// Each event stands by itself (phase `X`), so that a piece of a long trace can be opened alone.
struct ChromeTrace {
    /// What stands around the events of each piece of a trace.
    static func frame(of trace: UUID128) -> PiecedFile.Frame {
        PiecedFile.Frame(
            beginning: { piece in
                #"{"displayTimeUnit":"ms","otherData":{"trace":"\#(trace)","piece":\#(piece)},"traceEvents":["# + "\n"
            },
            separator: ",\n",
            end: "\n]}\n"
        )
    }

    /// The numbers of the threads.
    private static let threads: [(TraceLine.Thread, Int)] = [(.none, 0), (.main, 1), (.completion, 2), (.other, 3)]

    private var number = 0
    /// The callback that runs in each launch.
    private var callbacks: [Int: (line: TraceLine, number: Int)] = [:]
    /// The answers that the extension is taking.
    private var answers: [CallKey: (line: TraceLine, number: Int)] = [:]

    /// The events of a line. That of a callback comes when it has returned.
    mutating func events(of line: TraceLine) -> [String] {
        number += 1
        switch line.kind {
        case .launch: return names(of: line) + [event(line, "X", duration: 0, number: number)]
        case .host:
            callbacks[line.launch] = (line, number)
            return []
        case .returned:
            guard let begun = callbacks.removeValue(forKey: line.launch) else { return [] }
            return [finished(begun, by: line)]
        case .answer:
            answers[CallKey(line)] = (line, number)
            return [flow(line, "f")]
        case .answered:
            guard let begun = answers.removeValue(forKey: CallKey(line)) else { return [] }
            return [finished(begun, by: line)]
        case .call where line.token != 0: return [event(line, "X", duration: 0, number: number), flow(line, "s")]
        case .opened, .refused, .call, .violation: return [event(line, "X", duration: 0, number: number)]
        case .end: return unfinished(in: line) + [event(line, "X", duration: 0, number: number)]
        }
    }

    /// The events of what had not returned at the end of a launch.
    private mutating func unfinished(in end: TraceLine) -> [String] {
        let open = answers.filter { $0.key.launch == end.launch }
        for key in open.keys { answers[key] = nil }
        let all = open.values + [callbacks.removeValue(forKey: end.launch)].compactMap(\.self)
        return all.sorted { $0.number < $1.number }.map { begun in
            event(begun.line, "X", duration: max(end.time - begun.line.time, 0), number: begun.number)
        }
    }

    private func finished(_ begun: (line: TraceLine, number: Int), by line: TraceLine) -> String {
        event(
            begun.line,
            "X",
            duration: max(line.time - begun.line.time, 0),
            number: begun.number,
            more: [.init("result", line.content["result"]), .init("end", .number(number))]
        )
    }

    /// - Parameter number: the place of the step in the trace: steps of one microsecond keep their order.
    private func event(
        _ line: TraceLine,
        _ phase: String,
        duration: Int64,
        number: Int,
        more: [JSONValue.Member] = []
    ) -> String {
        let arguments: [JSONValue.Member] = [
            .init("step", .number(number)), .init("token", .number(line.token)), .init("content", line.content),
        ]
        return JSONValue.object(
            common(line, phase, line.name, line.kind.rawValue) + [
                .init("dur", .number(duration)), .init("args", .object(arguments + more)),
            ]
        ).line
    }

    /// The arrow from a call to its answer.
    private func flow(_ line: TraceLine, _ phase: String) -> String {
        let id = JSONValue.Member("id", .text("\(line.launch).\(line.token)"))
        let binding = phase == "f" ? [JSONValue.Member("bp", .text("e"))] : []
        return JSONValue.object(common(line, phase, "answer", "flow") + [id] + binding).line
    }

    private func common(_ line: TraceLine, _ phase: String, _ name: String, _ category: String) -> [JSONValue.Member] {
        let thread = Self.threads.first { $0.0 == line.thread }?.1 ?? 0
        return [
            .init("name", .text(name)), .init("cat", .text(category)), .init("ph", .text(phase)),
            .init("ts", .number(line.time)), .init("pid", .number(line.launch)), .init("tid", .number(thread)),
        ]
    }

    /// The names of a launch and of its threads.
    private func names(of line: TraceLine) -> [String] {
        let process = metadata("process_name", line, thread: 0, named: "launch \(line.launch): \(line.name)")
        return [process]
            + Self.threads.map { thread, number in
                metadata("thread_name", line, thread: number, named: thread == .none ? "launch" : thread.rawValue)
            }
    }

    private func metadata(_ kind: String, _ line: TraceLine, thread: Int, named name: String) -> String {
        JSONValue.object([
            "name": .text(kind), "ph": .text("M"), "pid": .number(line.launch), "tid": .number(thread),
            "args": .object(["name": .text(name)]),
        ]).line
    }

    // MARK: Reading

    /// A line that was read, with its place in the trace.
    struct Step {
        let number: Int
        let line: TraceLine
    }

    private static let numbers = 0...(1 << 52)

    /// The steps that an event stands for; none for events such as the names of threads.
    static func steps(of event: JSONValue) throws(TraceProblem) -> [Step] {
        guard event["ph"] == .text("X") else { return [] }
        let (line, arguments) = (try line(of: event), event["args"])
        let first = Step(number: try TraceProblem.number(arguments, in: numbers, "step"), line: line)
        guard arguments["end"] != .null else { return [first] }
        let most = RunBounds.times.upperBound - line.time
        let duration = try TraceProblem.number(event, in: RunBounds.times.lowerBound...most, "dur")
        let isCallback = line.kind == .host
        var end = TraceLine(
            time: line.time + duration,
            launch: line.launch,
            thread: line.thread,
            kind: isCallback ? .returned : .answered,
            name: line.name
        )
        end.token = line.token
        end.duration = duration
        if isCallback { end.content = .object(["result": arguments["result"]]) }
        return [first, Step(number: try TraceProblem.number(arguments, in: numbers, "end"), line: end)]
    }

    private static func line(of event: JSONValue) throws(TraceProblem) -> TraceLine {
        guard case .text(let name) = event["name"], case .text(let category) = event["cat"],
            let kind = TraceLine.Kind(rawValue: category), TraceLine.isName(name),
            case .object = event["args"]["content"]
        else { throw .noStep(event.line) }
        let thread = try TraceProblem.number(event, in: 0...threads.count - 1, "tid")
        var line = TraceLine(
            time: try TraceProblem.number(event, in: RunBounds.times, "ts"),
            launch: try TraceProblem.number(event, in: RunBounds.launches, "pid"),
            thread: threads.first { $0.1 == thread }?.0 ?? .none,
            kind: kind,
            name: name
        )
        line.token = try TraceProblem.number(event["args"], in: 0...UInt64.max, "token")
        line.content = event["args"]["content"]
        return line
    }
}
