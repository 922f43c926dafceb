internal import MayflyModel

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
