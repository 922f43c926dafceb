internal import MayflyModel

extension JSONValue {
    /// How a worker ended. `failure` is the sentence for the person, null when the worker ended on request.
    static func members(of end: WorkerEnd, name: String) -> [Member] {
        [Member("cause", .text(end.cause.name))] + details(of: end.cause)
            + [
                Member("phase", .optional(end.phase)), Member("lifetime_us", .optional(end.lifetimeMicroseconds)),
                Member("cpu_us", .optional(end.cpuMicroseconds)),
                Member("peak_memory_kib", .optional(end.peakMemoryKiB)),
                Member("callbacks", .optional(end.callbacks)), Member("calls", .optional(end.calls)),
                Member("bytes_sent", .optional(end.bytesSent)), Member("bytes_received", .optional(end.bytesReceived)),
                Member("times_us", JSONValue(end.times)), Member("refused_calls", .texts(end.refusedCalls)),
                Member("crash", end.crash.map { JSONValue($0) } ?? .null),
                Member("stack", end.stack.map { JSONValue($0) } ?? .null), Member("output", .text(end.output)),
                Member("note_count", .number(end.notes.count)), Member("notes", .texts(end.notes.lines)),
                Member("failure", .optional(end.isFailure ? end.failure(of: name).message : nil)),
            ]
    }

    private static func details(of cause: WorkerEnd.Cause) -> [Member] {
        switch cause {
        case .finished, .channelClosed, .killed, .hostEnded: []
        case .crashed(let signal): [Member("signal", .number(signal))]
        case .exited(let status): [Member("status", .number(status))]
        case .unresponsive(let callback, let limit):
            [Member("callback", .text(callback)), Member("limit_ms", .number(limit))]
        case .launchTimeout(let limit): [Member("limit_ms", .number(limit))]
        case .exceeded(_, let used, let limit): [Member("used", .optional(used)), Member("limit", .number(limit))]
        case .evicted(let why): [Member("reason", .text(why.rawValue))]
        case .refused(let reason), .sandbox(let reason), .protocolViolation(let reason), .notStarted(let reason):
            [Member("reason", .text(reason))]
        }
    }
}
