/// The calls of one extension whose answers take time. They are carried out one after the other, in their order.
struct CallQueue: Sendable {
    typealias Job = @Sendable () async -> Void

    private let jobs: AsyncStream<Job>
    private let input: AsyncStream<Job>.Continuation

    fileprivate init() {
        (jobs, input) = AsyncStream<Job>.makeStream()
    }

    func add(_ job: @escaping Job) { input.yield(job) }

    /// No call will follow; the calls in the queue are still carried out.
    func close() { input.finish() }

    fileprivate func run() async {
        for await job in jobs { await job() }
    }
}

/// Runs the call queues of a window beside its event queue, so that a slow store or server delays only the extension that asks it.
struct CallQueues: Sendable {
    private let queues: AsyncStream<CallQueue>
    private let input: AsyncStream<CallQueue>.Continuation

    init() {
        (queues, input) = AsyncStream<CallQueue>.makeStream()
    }

    /// Makes a queue for one more extension.
    func open() -> CallQueue {
        let queue = CallQueue()
        input.yield(queue)
        return queue
    }

    func close() { input.finish() }

    /// Returns after `close`, when the calls under way are done. Calls that wait in a queue then are dropped.
    func run() async {
        await withDiscardingTaskGroup { group in
            for await queue in queues { group.addTask { await queue.run() } }
            group.cancelAll()
        }
    }
}
