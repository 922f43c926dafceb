internal import CMayflyLinux

/// What one worker process has: its sockets, its extension's open completions, and what host functions look up.
///
/// Everything in here shares its memory with code that is not trusted. The host checks all that this process sends.
final class WorkerProcess: Sendable {
    /// What host functions look at, from any thread.
    struct Shared {
        /// The host handles that were given out, and the instance that each names.
        var instances: [UInt: UInt32] = [:]
        /// The instances that are between willBecomeActive and the return of willResignActive.
        var active: Set<UInt32> = []
        var privateFolder = ""
    }

    let channel: Channel
    let completions = PendingCompletions()
    let shared = PthreadMutex(Shared())
    /// The tables of host functions by their ids, as addresses. They live as long as the process.
    let tables = PthreadMutex<[String: UInt]>([:])
    let mainThread = mayfly_thread_id()

    init(channel: Channel = Channel()) { self.channel = channel }
}

/// Where libffi's closures, which are plain C functions, find the worker.
enum CurrentWorker {
    static let worker = PthreadMutex<WorkerProcess?>(nil)
}
