package import MayflyModel

/// The workers of a host that live, over all its windows: no more than may, and none that lingers while the machine is
/// short of memory. It runs on the event loop, as the workers do.
package actor LiveWorkers {
    /// One worker's place among them.
    package struct Place: Sendable, Hashable {
        fileprivate let number: Int
    }

    private let loop: EventLoop
    private let pressure: any MemoryPressure
    private let launcher: any WorkerLauncher
    private var watch: MemoryPressureWatch?
    private var lastPlace = 0
    /// Workers whose extension is in use.
    private var active: Set<Place> = []
    /// Workers that linger, the oldest first.
    private var lingering: [(place: Place, worker: Worker)] = []

    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    package init(loop: EventLoop, pressure: any MemoryPressure, launcher: any WorkerLauncher) {
        self.loop = loop
        self.launcher = launcher
        self.pressure = pressure
    }

    isolated deinit { watch?.stop() }

    /// Takes the place of one more worker, for which the oldest lingerers go where there are too many.
    /// - Throws: `.notPossibleNow` where all are in use.
    package func take(of most: Int) async throws(MayflyError) -> Place {
        guard active.count < most else {
            throw MayflyError(.notPossibleNow, "\(active.count) extensions are open already, the limit is \(most)")
        }
        lastPlace += 1
        let place = Place(number: lastPlace)
        active.insert(place)
        watchPressure()
        while active.count + lingering.count > most, await evictOldest(.workers) {}
        return place
    }

    /// The extension at that place has resigned and is frozen.
    package func linger(_ place: Place?, _ worker: Worker) {
        guard let place, active.remove(place) != nil else { return }
        lingering.append((place, worker))
        watchPressure()
    }

    /// There is no worker at that place any more.
    package func leave(_ place: Place?) {
        guard let place else { return }
        active.remove(place)
        lingering.removeAll { $0.place == place }
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

    /// Lingerers and spares are worth nothing to anybody who waits for memory: all of them go, the oldest first.
    private func memoryIsShort() {
        let gone = lingering
        lingering = []
        Task { await launcher.dropSpares() }
        for lingerer in gone { lingerer.worker.assumeIsolated { $0.evict(.memoryPressure) } }
        stopWatching()
    }

    private func stopWatching() {
        guard lingering.isEmpty, let watch, watch.hasCost else { return }
        watch.stop()
        self.watch = nil
    }
}
