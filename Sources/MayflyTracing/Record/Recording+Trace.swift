internal import MayflyABI
internal import MayflyModel

extension Recording {
    /// The run as a trace.
    package var trace: [TraceLine] { launches.flatMap(\.trace) }
}

extension RecordedLaunch {
    /// The launch as a trace.
    package var trace: [TraceLine] {
        var tracer = Tracer(launch: number)
        var lines = [TraceLine.launch(number, of: id, version: version, style: style, locale: locale)]
        for step in steps {
            switch step {
            case .sent(let frame, let time): lines += [tracer.sent(frame, at: time)].compactMap(\.self)
            case .received(let frame, let time, _): lines += [tracer.received(frame, at: time)].compactMap(\.self)
            case .file: break
            }
        }
        if let end { lines.append(end.line(of: number)) }
        return lines
    }
}

extension RecordedEnd {
    /// The end as a line of a trace.
    func line(of launch: Int) -> TraceLine {
        var members: [JSONValue.Member] = []
        if cause == "crashed" { members.append(.init("signal", .number(number))) }
        if cause == "exited" { members.append(.init("status", .number(number))) }
        if let phase { members.append(.init("phase", .text(phase))) }
        var line = TraceLine(time: microseconds, launch: launch, thread: .none, kind: .end, name: cause)
        line.content = .object(members)
        return line
    }
}
