internal import MayflyModel
internal import MayflyWorkers

/// The moment by which a call must be answered.
struct Deadline: Sendable {
    let moment: ContinuousClock.Instant
    /// What it was from the beginning, for the error.
    let patience: Duration

    init(after patience: Duration) {
        moment = .now + patience
        self.patience = patience
    }

    /// The operation's answer, or an error: its own `MessageError`, or that it failed or took too long. `name` is what
    /// the error calls it.
    ///
    /// When the time is over the operation is cancelled, and still waited for.
    func answer(
        _ name: String,
        _ operation: @escaping @Sendable () async throws -> CallAnswer
    ) async -> CallAnswer {
        do {
            return try await withThrowingTaskGroup(of: CallAnswer.self) { group in
                group.addTask(operation: operation)
                group.addTask {
                    try await Task.sleep(until: moment, clock: .continuous)
                    throw CancellationError()
                }
                defer { group.cancelAll() }
                return try await group.next() ?? CallAnswer()
            }
        } catch let error as MessageError {
            return CallAnswer(error: error)
        } catch is CancellationError {
            let reason = "\(name): no answer within \(patience.milliseconds) ms; it may have happened or not"
            return CallAnswer(error: MessageError(.timedOut, reason))
        } catch {
            // What it says may name files, servers or people, and an extension learns of none of them.
            return CallAnswer(error: MessageError(.unknown, "\(name): the host could not do it"))
        }
    }
}
