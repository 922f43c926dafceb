package import MayflyABI
internal import MayflyModel
package import MayflyWorkers

/// Decodes the frames of one launch by the interface table.
///
/// A frame that cannot be decoded is shown with the reason: the host ends the worker for it.
package struct Tracer: Sendable {
    private let launch: Int
    /// The callback that runs, and since when.
    private var running: (name: String, since: Int64)?
    /// The calls that have no answer yet, by their tokens.
    private var open: [UInt64: Function] = [:]
    /// The answers that the extension has not taken yet, with when they were sent.
    private var given: [UInt64: (name: String, since: Int64)] = [:]

    /// Begins with a launch of that number.
    package init(launch: Int) { self.launch = launch }

    /// What an event shows; nil for one that stands in another line already.
    package mutating func line(_ event: FrameEvent, at time: Int64) -> TraceLine? {
        switch event {
        case .sent(let bytes):
            guard let frame = try? Frame(body: Array(bytes.dropFirst(Frame.lengthBytes))) else { return nil }
            return sent(frame, at: time)
        case .received(let frame): return received(frame, at: time)
        case .ended(let end): return RecordedEnd(end, at: time).line(of: launch)
        }
    }

    /// What a frame of the host shows.
    package mutating func sent(_ frame: Frame, at time: Int64) -> TraceLine? {
        let function = Table.function(frame.function)
        switch frame.kind {
        case .callback:
            let name = Self.name(of: frame)
            running = (name, time)
            return line(time, .main, .host, name, content: Self.arguments(of: frame, function))
        case .completion:
            let name = open.removeValue(forKey: frame.token)?.name ?? "call"
            given[frame.token] = (name, time)
            return line(
                time,
                .completion,
                .answer,
                name,
                token: frame.token,
                content: Self.arguments(of: frame, function)
            )
        default: return nil
        }
    }

    /// What a frame of the worker shows.
    package mutating func received(_ frame: Frame, at time: Int64) -> TraceLine? {
        let function = Table.function(frame.function)
        let name = Self.name(of: frame)
        let thread: TraceLine.Thread = frame.isAside ? .other : .main
        switch frame.kind {
        case .instanceMade:
            return line(time, .none, .opened, "instance", content: Self.record(of: frame, Table.instanceMade))
        case .refused: return line(time, .none, .refused, "library", content: Self.record(of: frame, Table.refused))
        case .returned:
            let since = running?.since ?? time
            running = nil
            let result = try? function?.result(of: frame.payload)
            let shown = function.map { ShownValue.json(result ?? .null, $0.result) } ?? .null
            return line(
                time,
                .main,
                .returned,
                name,
                duration: max(time - since, 0),
                content: .object(["result": shown])
            )
        case .call:
            let arguments = try? function?.arguments(of: frame.payload)
            let token = arguments?["completion"].unsigned ?? 0
            if token != 0, let function { open[token] = function }
            let content = Self.arguments(of: frame, function)
            return line(time, thread, .call, name, token: token, content: content)
        case .completionReturned:
            guard let answer = given.removeValue(forKey: frame.token) else { return nil }
            return line(
                time,
                .completion,
                .answered,
                answer.name,
                token: frame.token,
                duration: max(time - answer.since, 0)
            )
        case .violation:
            return line(time, thread, .violation, name, content: Self.record(of: frame, Table.violation))
        default: return nil
        }
    }

    private func line(
        _ time: Int64,
        _ thread: TraceLine.Thread,
        _ kind: TraceLine.Kind,
        _ name: String,
        token: UInt64 = 0,
        duration: Int64? = nil,
        content: JSONValue = .object([JSONValue.Member]())
    ) -> TraceLine {
        TraceLine(
            time: time,
            launch: launch,
            thread: thread,
            kind: kind,
            name: name,
            token: token,
            duration: duration,
            content: content
        )
    }

    private static func arguments(of frame: Frame, _ function: Function?) -> JSONValue {
        guard let function else { return problem("no such function") }
        // The extension lacks the callback: its worker alone is told.
        if frame.kind == .callback, frame.payload.isEmpty { return .object(["absent": .boolean(true)]) }
        do throws(WireError) {
            return ShownValue.json(try function.arguments(of: frame.payload))
        } catch {
            return problem(error.description)
        }
    }

    private static func record(of frame: Frame, _ record: Record) -> JSONValue {
        do throws(WireError) {
            return ShownValue.json(try record.value(of: frame.payload))
        } catch {
            return problem(error.description)
        }
    }

    private static func problem(_ reason: String) -> JSONValue { .object(["problem": .text(reason)]) }

    private static func name(of frame: Frame) -> String {
        Table.function(frame.function)?.name ?? "function-\(frame.function)"
    }
}
