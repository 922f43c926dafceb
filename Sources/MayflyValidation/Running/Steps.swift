internal import MayflyModel

/// How far a run came: its steps in order, up to the first that failed.
struct Steps: Sendable {
    private(set) var done: Set<String> = []
    /// The step that was carried out last.
    private var last: String?
    /// Why steps were left out that the run could not bring about.
    private(set) var reasons: [String: String] = [:]
    private(set) var failure: (step: String, error: MayflyError)?

    /// Carries out a step. Nil where it failed, or one before it.
    mutating func take<Value>(
        _ step: String,
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Value
    ) async throws -> Value? {
        guard failure == nil else { return nil }
        do {
            let value = try await body()
            done.insert(step)
            last = step
            return value
        } catch let error as MayflyError {
            try Task.checkCancellation()
            failure = (step, error)
            return nil
        }
    }

    /// The step failed, though nothing was thrown.
    mutating func fail(_ step: String, _ error: MayflyError) {
        guard failure == nil else { return }
        done.remove(step)
        failure = (step, error)
    }

    /// Takes how the processes of the run ended: where one did so otherwise than a person wanted, the last step has failed, however
    /// late that was.
    mutating func judgeEnds(of log: RunLog, named name: String) {
        guard let last, let end = log.ends.first(where: \.isFailure) else { return }
        fail(last, end.failure(of: name))
    }

    /// Leaves a step out, with the reason.
    mutating func leaveOut(_ step: String, _ reason: String) {
        if failure == nil, reasons[step] == nil { reasons[step] = reason }
    }

    /// The step was carried out without an effect: it counts as left out.
    mutating func unmake(_ step: String, _ reason: String) {
        done.remove(step)
        leaveOut(step, reason)
    }

    /// What is to be said of a step; `judge` says what of one that was carried out.
    func verdict(of step: String, _ judge: () -> Verdict = { .passed }) -> Verdict {
        if let failure, failure.step == step { return Self.verdict(failure.error) }
        if done.contains(step) { return judge() }
        if let reason = reasons[step] { return .skipped(reason) }
        if let failure { return .skipped("the run ended before: \(failure.step): \(failure.error.message)") }
        return .skipped("the run did not come to it")
    }

    /// What an error says of the extension.
    static func verdict(_ error: MayflyError) -> Verdict {
        switch error.code {
        case .extensionCrashed, .extensionUnresponsive, .protocolViolation: .crashed(error.message)
        case .store, .files, .internalFault: .crashed("the check could not be carried out: \(error.message)")
        default: .failed([error.message])
        }
    }
}
