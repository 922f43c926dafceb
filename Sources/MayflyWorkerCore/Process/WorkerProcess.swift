internal import CMayflyLinux
internal import Glibc
internal import MayflyABI
internal import MayflyModel

/// One extension in a process of its own: opens the library, then does what the host's frames say until it is killed.
///
/// Everything in here runs next to code that is not trusted. The host checks all that this process says.
public final class WorkerProcess: Sendable {
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

    /// The whole life of a worker process or of a zygote, by the program's arguments (`WorkerArguments`).
    public static func run(arguments: [String]) -> Never {
        switch WorkerArguments(arguments.dropFirst()) {
        case .zygote(let service, let host, let layers, let runtime):
            Zygote.run(parent: host, layers: layers, runtime: runtime, service)
        case .worker(let host):
            guard mayfly_die_with_parent(host) == 0 else { endProcess(status: 1) }
            begin { 0 }
        case nil:
            let advice = "mayfly-worker is started by mayfly and does nothing on its own; see mayfly --help\n"
            _ = write(WorkerContract.errors, advice, advice.utf8.count)
            endProcess(status: 2)
        }
    }

    /// From here on a forked worker and an executed one are the same. `close` puts up the last wall; it comes before the
    /// first code of the extension.
    static func begin(_ close: () -> Int32) -> Never {
        mayfly_buffer_output_by_line()
        // Without it a crash is told by its signal alone.
        let box = WorkerContract.Descriptor.box.rawValue
        _ = mayfly_box_install(box)
        Glibc.close(box)
        let worker = WorkerProcess()
        CurrentWorker.worker.withLock { $0 = worker }
        guard close() == 0 else { endProcess(status: 125) }
        worker.serve()
    }

    private func serve() -> Never {
        var receiver = Channel.Receiver(WorkerContract.Descriptor.control.rawValue, isWatched: true)
        guard let first = receiver.next(), first.kind == .open else { endProcess(status: 1) }
        do {
            let loaded = try LoadedExtension(first, worker: self)
            channel.send(
                Frame(.opened, payload: Table.opened.payload(["abi_version": .unsigned(UInt64(loaded.version))]))
            )
            while let frame = receiver.next() { try loaded.handle(frame) }
        } catch {
            let reason = (error as? LoadError)?.description ?? "\(error)"
            channel.send(Frame(.refused, payload: Table.refused.payload(["reason": .text(reason)])))
            // The host ends this process once it has read the reason.
            while receiver.next() != nil {}
        }
        endProcess()
    }
}

/// Where libffi's closures, which are plain C functions, find the worker.
enum CurrentWorker {
    static let worker = PthreadMutex<WorkerProcess?>(nil)
}
