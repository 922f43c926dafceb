internal import MayflyHost
internal import MayflyModel

/// The expected end of a worker: a cause and some of its details.
struct ExpectedEnd: Sendable, Decodable {
    /// The name of the cause.
    let cause: String
    /// `phase`, `signal`, `status`, `callback`, `used` and `limit` with their values. The phase `none` is not compared: it means
    /// between two callbacks, and a soak does not pause between them. Nor is the name of a slow callback compared, because the
    /// deadlines are short and the machine may be busy.
    let fields: [String: String]
    /// A part of the reason.
    let reason: String?

    init(_ cause: String, _ fields: [String: String] = [:]) {
        (self.cause, self.fields, reason) = (cause, fields, nil)
    }

    func isMet(by end: WorkerEnd) -> Bool {
        guard cause == end.cause.name else { return false }
        if cause == "unresponsive" { return true }
        return fields.allSatisfy { key, value in value == "none" || value == end.particulars[key] }
            && reason.map { end.particulars["reason"]?.contains($0) == true } ?? true
    }
}

extension WorkerEnd {
    /// The details of a receipt by their names in JSON.
    fileprivate var particulars: [String: String] {
        var all = phase.map { ["phase": $0] } ?? [:]
        switch cause {
        case .crashed(let signal): all["signal"] = "\(signal)"
        case .exited(let status): all["status"] = "\(status)"
        case .unresponsive(let callback, _): all["callback"] = callback
        case .exceeded(_, let used, let limit): (all["used"], all["limit"]) = (used.map { "\($0)" }, "\(limit)")
        case .refused(let reason), .protocolViolation(let reason), .sandbox(let reason), .notStarted(let reason):
            all["reason"] = reason
        default: break
        }
        return all
    }

    /// The end in one line, for people.
    var line: String {
        let said = particulars.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }
        return SafeText.line(cause.name + said.joined(), limit: 300)
    }
}
