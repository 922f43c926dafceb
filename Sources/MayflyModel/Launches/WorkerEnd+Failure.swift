extension WorkerEnd {
    /// The end as one plain sentence for the person. `name` is the extension's.
    package func failure(of name: String) -> MayflyError {
        let (code, message) = reason
        let what =
            switch cause {
            case .refused: "cannot be loaded"
            case .notStarted: "cannot be started"
            default: "was closed"
            }
        return MayflyError(code, "\(SafeText.line(name)) \(what): \(message)")
    }

    /// Where it crashed, as the end of a sentence.
    private var place: String { crash?.place.map { ", in \(SafeText.line($0.text))" } ?? "" }

    private var reason: (MayflyError.Code, String) {
        let during = phase.map { " during \($0)" } ?? ""
        return switch cause {
        case .finished: (.notPossibleNow, "the host ended it")
        case .crashed(let signal): (.extensionCrashed, "it crashed with signal \(signal)\(during)\(place)")
        case .exited(let status): (.extensionCrashed, "it ended itself with status \(status)\(during)")
        case .unresponsive(let callback, let limit):
            (.extensionUnresponsive, "it did not answer \(callback) within \(limit) ms")
        case .launchTimeout(let limit): (.extensionUnresponsive, "it was not on screen within \(limit) ms")
        case .refused(let reason): (.loadFailed, SafeText.line(reason, limit: 500))
        case .protocolViolation(let what): (.protocolViolation, "it broke the protocol: \(SafeText.line(what))")
        case .exceeded(let resource, let used, let limit):
            (.extensionUnresponsive, resource.excess(used, limit: limit))
        case .channelClosed: (.protocolViolation, "it shut its connection to the host")
        case .killed: (.notPossibleNow, "you ended it")
        case .evicted(.workers): (.notPossibleNow, "others needed its place")
        case .evicted(.memoryPressure): (.notPossibleNow, "this machine is short of memory")
        case .sandbox(let reason): (.launchFailed, "its sandbox \(SafeText.line(reason, limit: 500))")
        case .hostEnded: (.notPossibleNow, "the host ended")
        case .notStarted(let reason): (.launchFailed, SafeText.line(reason, limit: 500))
        }
    }
}
