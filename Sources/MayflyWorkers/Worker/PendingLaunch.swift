internal import Glibc
internal import MayflyModel

/// A launch whose worker has not begun: a worker that ends before it has read its request, as a prepared one that somebody killed in
/// that moment, is replaced, once.
struct PendingLaunch {
    /// The request, with its open library. Nil before the first process is started, once the worker has begun or does not begin any
    /// more, and in the second process.
    private var request: LaunchRequest?
    /// Whether another process is being started, and there is none meanwhile.
    private var isStartingAgain = false
    /// Why the process is to end that is being started.
    private var causeToEnd: WorkerEnd.Cause?
    /// How often another process was started instead. What was scheduled for a lost process concerns no other one.
    private(set) var restarts = 0

    /// The first process is started. The library of the request is closed by `forget`, or by who gets it from `startAgain`.
    mutating func keep(_ request: LaunchRequest) { self.request = request }

    /// The worker has begun, or does not begin any more.
    mutating func forget() {
        if let request { close(request.library) }
        request = nil
    }

    /// The request for another process, whose start `endStart` ends; nil if there is to be none. The caller closes its library.
    mutating func startAgain() -> LaunchRequest? {
        guard let taken = request else { return nil }
        request = nil
        isStartingAgain = true
        restarts += 1
        return taken
    }

    /// There is no process to end. If one is being started, it is to end for this cause; only the first cause counts.
    mutating func end(_ cause: WorkerEnd.Cause) {
        if isStartingAgain, causeToEnd == nil { causeToEnd = cause }
    }

    /// The other process is started, or could not be. Returns why it is to end; nil if it is to run.
    mutating func endStart() -> WorkerEnd.Cause? {
        isStartingAgain = false
        return causeToEnd
    }
}
