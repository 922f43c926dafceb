internal import CMayflyLinux
internal import Glibc
internal import MayflyModel

/// The state of a worker process: its sockets, its extension's pending completions, and what host functions look up.
///
/// All of it is in the same memory as code that is not trusted. The host checks everything that this process sends.
final class WorkerProcess: Sendable {
    /// The state that host functions check, on any thread.
    struct Shared {
        /// The host handles that extensions have, with their instances.
        var instances: [UInt: UInt32] = [:]
        /// The instances between willBecomeActive and the return of willResignActive.
        var active: Set<UInt32> = []
        var privateFolder = ""
        /// The tables that the extension asked for and the host does not have.
        var missingTables: Set<String> = []
        /// How the host behaves otherwise than usual.
        var trial: HostTrial?
    }

    let channel: Channel
    let completions = PendingCompletions()
    let shared = PthreadMutex(Shared())
    /// The addresses of the tables of host functions, by id. They exist as long as the process.
    let tables = PthreadMutex<[String: UInt]>([:])
    /// Locked while a callback runs that completions wait for, in a trial.
    let callbackTurn = PthreadMutex(())
    let mainThread = mayfly_thread_id()
    /// The same thread as a value that is compared without a system call.
    private let callbacks = pthread_self()

    init(channel: Channel = Channel()) { self.channel = channel }

    /// Whether the host behaves in that way.
    func isTried(as trial: HostTrial) -> Bool { shared.withLock { $0.trial == trial } }

    /// Whether the running thread is not that of the callbacks.
    var isAside: Bool { pthread_equal(pthread_self(), callbacks) == 0 }
}

/// Where libffi's closures, which are C functions, find the worker.
enum CurrentWorker {
    static let worker = PthreadMutex<WorkerProcess?>(nil)
}
