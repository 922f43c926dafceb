package import MayflyModel

/// The live workers of all windows of a host. It keeps their number within the policy, and ends lingering ones when the
/// machine is short of memory. It runs on the event loop, as the workers do.
package actor LiveWorkers {
    /// The slot of one worker that counts towards the limit.
    package struct Slot: Sendable, Hashable {
        fileprivate let number: Int
    }

    private let loop: EventLoop
    private let pressure: any MemoryPressure
    private let launcher: any WorkerLauncher
    private let report: @Sendable (String) -> Void
    private var watch: MemoryPressureWatch?
    private var lastSlot = 0
    /// Workers whose extension is in use.
    private var active: Set<Slot> = []
    /// Workers that linger, the oldest first.
    private var lingering: [(slot: Slot, worker: Worker)] = []

    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// `report` gets a line about each process that was to end and has not.
    package init(
        loop: EventLoop,
        pressure: any MemoryPressure,
        launcher: any WorkerLauncher,
        report: @escaping @Sendable (String) -> Void
    ) {
        self.loop = loop
        self.report = report
        self.launcher = launcher
        self.pressure = pressure
    }

    isolated deinit { watch?.stop() }

    /// Takes a slot for one more worker. If there are too many, the oldest lingering workers are ended.
    /// - Throws: `.notPossibleNow` if all are in use.
    package func take(of most: Int) async throws(MayflyError) -> Slot {
        guard active.count < most else {
            throw MayflyError(.notPossibleNow, "\(active.count) extensions are open already, the limit is \(most)")
        }
        lastSlot += 1
        let slot = Slot(number: lastSlot)
        active.insert(slot)
        watchPressure()
        while active.count + lingering.count > most, await evictOldest(.workers) {}
        return slot
    }

    /// The extension of that slot has resigned, and its worker is frozen.
    package func linger(_ slot: Slot, _ worker: Worker) {
        guard active.remove(slot) != nil else { return }
        lingering.append((slot, worker))
        watchPressure()
    }

    /// The worker of that slot has ended.
    package func leave(_ slot: Slot) {
        active.remove(slot)
        lingering.removeAll { $0.slot == slot }
        stopWatching()
    }

    private func evictOldest(_ reason: WorkerEnd.Eviction) async -> Bool {
        guard !lingering.isEmpty else { return false }
        let oldest = lingering.removeFirst()
        await oldest.worker.evict(reason)
        stopWatching()
        return true
    }

    private func watchPressure() {
        guard watch == nil else { return }
        watch = pressure.watch(on: loop) { [weak self] in self?.assumeIsolated { $0.memoryIsShort() } }
        stopWatching()
    }

    /// Ends all lingering and spare workers, the oldest first.
    private func memoryIsShort() {
        let gone = lingering
        lingering = []
        Task { for line in await launcher.dropSpares() { report(line) } }
        for lingerer in gone { lingerer.worker.assumeIsolated { $0.evict(.memoryPressure) } }
        stopWatching()
    }

    private func stopWatching() {
        guard lingering.isEmpty, let watch, watch.hasCost else { return }
        watch.stop()
        self.watch = nil
    }
}
