/// The calls of one extension whose answers take time. They are carried out one after the other, in their order.
struct CallQueue: Sendable {
    typealias Job = @Sendable () async -> Void

    private let jobs: AsyncStream<Job>
    private let entrance: AsyncStream<Job>.Continuation

    init() {
        (jobs, entrance) = AsyncStream<Job>.makeStream()
    }

    func add(_ job: @escaping Job) { entrance.yield(job) }

    /// No call will follow; those that are here are still carried out.
    func close() { entrance.finish() }

    fileprivate func run() async {
        for await job in jobs { await job() }
    }
}

/// Runs the lanes of a window beside its queue, so that a slow store or server holds up nobody but those who ask it.
struct CallQueues: Sendable {
    private let lanes: AsyncStream<CallQueue>
    private let entrance: AsyncStream<CallQueue>.Continuation

    init() {
        (lanes, entrance) = AsyncStream<CallQueue>.makeStream()
    }

    func openLane() -> CallQueue {
        let lane = CallQueue()
        entrance.yield(lane)
        return lane
    }

    func close() { entrance.finish() }

    /// Returns after `close`, when the calls under way are done. What waits in a lane by then is dropped.
    func run() async {
        await withDiscardingTaskGroup { group in
            for await lane in lanes { group.addTask { await lane.run() } }
            group.cancelAll()
        }
    }
}
