internal import CMayflyLinux
internal import MayflyABI
internal import MayflyModel

/// The thread on which completions run. It is started with the first call that asks for one, so that the process of an
/// extension that asks for none has one thread.
enum CompletionThread {
    static func start(_ worker: WorkerProcess) {
        let status = mayfly_start_thread(body, Unmanaged.passRetained(worker).toOpaque())
        // Without the thread, the extension would never get the answers to its calls.
        if status != 0 { endProcess(status: 1) }
    }

    private static let body: @convention(c) (UnsafeMutableRawPointer?) -> Void = { argument in
        guard let argument else { return }
        // If this fails, a report of an overflow of this stack has only the signal.
        _ = mayfly_box_cover_completions()
        run(Unmanaged<WorkerProcess>.fromOpaque(argument).takeRetainedValue())
    }

    private static func run(_ worker: WorkerProcess) {
        var receiver = Channel.Receiver(WorkerContract.Descriptor.completions.rawValue)
        let calls = Calls()
        calls.arena.hasLongerStructs = worker.isTried(as: .hasLongerStructs)
        let isLate = worker.isTried(as: .completesLate)
        while let frame = receiver.next() {
            guard frame.kind == .completion, let pending = worker.completions.take(frame.token) else { continue }
            // The host must answer with the row of the request; any other would call the extension's function with
            // wrong arguments.
            guard frame.function == pending.row.id else { endProcess(status: 1) }
            if isLate { worker.callbackTurn.withLock { _ in } }
            var arguments = WireReader(frame.payload)
            let outcome = try? calls.invoke(
                pending.row,
                at: pending.function,
                &arguments,
                address: pending.context
            )
            calls.arena.reset()
            guard outcome != nil else { endProcess(status: 1) }
            worker.channel.send(Frame(.completionReturned, instance: frame.instance, token: frame.token))
        }
    }
}
