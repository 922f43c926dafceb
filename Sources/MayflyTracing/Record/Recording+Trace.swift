internal import MayflyABI

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
