internal import MayflyHost
internal import MayflyLinux

/// The measures with a given number of running workers.
private struct Crowd {
    var launch = Series()
    var resign = Series()
    var trip = Series()
    var overshoot = Series()
    var workerMemory = Series()
    var hostMemory = Series()
    var hostThreads = Series()
}

extension Bench {
    /// The same measures while one worker is running, and while many are.
    func measureGrowth() async throws -> [Figure] {
        var live = [try await bystander()]
        let first = try await crowd(around: live[0])
        while live.count < plan.live { live.append(try await bystander()) }
        let last = try await crowd(around: live[0])
        for subject in live { _ = await subject.close() }
        return growth("growth.launch", first.launch, last.launch, .floors(1.5))
            + growth("growth.resign", first.resign, last.resign)
            + growth("growth.trip", first.trip, last.trip)
            + growth("growth.overshoot", first.overshoot, last.overshoot)
            + growth("growth.memory", first.workerMemory, last.workerMemory, in: .kibibytes)
            + growth("host.memory", first.hostMemory, last.hostMemory, in: .kibibytes)
            + growth("host.threads", first.hostThreads, last.hostThreads, in: .count, .floors(1))
    }

    private func growth(
        _ name: String,
        _ first: Series,
        _ last: Series,
        in unit: Figure.Unit = .microseconds,
        _ target: Target? = nil
    ) -> [Figure] {
        [
            Figure("\(name).first", first, in: unit),
            Figure("\(name).\(plan.live)", last, in: unit, floor: first, target: target),
        ]
    }

    private func bystander() async throws -> BenchSubject {
        let subject = try stage.subject(.c, .zygoteSandbox)
        _ = try await subject.launch()
        return subject
    }

    /// Measures while the workers are running. `one` of them makes the round trips.
    private func crowd(around one: BenchSubject) async throws -> Crowd {
        var crowd = Crowd()
        for _ in 0..<max(plan.rounds / 4, 1) {
            let subject = try stage.subject(.c, .zygoteSandbox)
            crowd.launch.add(try await subject.launch().appeared)
            crowd.resign.add(await subject.close())
            crowd.overshoot.add(try await overshoot(of: .loop))
        }
        crowd.trip.add(try await one.trips(plan.trips / 5, size: Self.tripSize).map(\.whole))
        // Keeps the host busy until its thread pools have reached their size.
        _ = try await one.trips(size: Self.tripSize, for: plan.throughput / 2)
        let worker = ProcessStatus.worker(of: await one.process)
        if let memory = ProcessFigures.memory(of: worker) { crowd.workerMemory.add(memory.own) }
        crowd.hostMemory.add(ProcessFigures.hostResident)
        crowd.hostThreads.add(ProcessFigures.hostThreads)
        return crowd
    }
}
