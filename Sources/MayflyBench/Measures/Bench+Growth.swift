internal import MayflyHost

extension Bench {
    /// What a worker that waits takes. `worker` is the process that runs the extension, `first` process 1 above it.
    func measureMemory() async throws -> [Figure] {
        var figures: [Figure] = []
        for mode in BenchStage.Mode.allCases {
            for plugin in BenchPlugin.allCases {
                let subject = try stage.subject(plugin, mode)
                _ = try await subject.launch()
                _ = try await subject.trips(50, size: Self.tripSize)
                let process = await subject.process
                let worker = ProcessFigures.worker(of: process)
                let name = "memory.\(mode.rawValue).\(plugin.rawValue)"
                let target: Target? = mode == .zygoteSandbox && plugin == .c ? .below(1536) : nil
                if let memory = ProcessFigures.memory(of: worker) {
                    figures.append(memoryFigure("\(name).private", memory.own, target))
                    figures.append(memoryFigure("\(name).proportional", memory.proportional))
                }
                if worker != process, let memory = ProcessFigures.memory(of: process) {
                    figures.append(memoryFigure("\(name).first.private", memory.own))
                }
                _ = await subject.close()
            }
        }
        return figures
    }

    /// How a launch, a round trip and the host change while more and more workers live.
    func measureGrowth() async throws -> [Figure] {
        let step = max(plan.live / 10, 1)
        var live: [BenchSubject] = []
        var early = (launch: Series(), trip: Series(), memory: 0.0, threads: 0.0)
        var late = (launch: Series(), trip: Series())
        while live.count < plan.live {
            let subject = try stage.subject(.c, .zygoteSandbox)
            let launch = try await subject.launch()
            live.append(subject)
            if live.count <= step { early.launch.add(launch.appeared) }
            if live.count > plan.live - step { late.launch.add(launch.appeared) }
            if live.count == 1 {
                early.trip.add(try await trips(of: live[0]))
                try await settleThreads(live[0])
                (early.memory, early.threads) = (ProcessFigures.hostResident, ProcessFigures.hostThreads)
            }
        }
        late.trip.add(try await trips(of: live[0]))
        try await settleThreads(live[0])
        let (memory, threads) = (ProcessFigures.hostResident, ProcessFigures.hostThreads)
        for subject in live { _ = await subject.close() }
        let count = plan.live
        return [
            Figure("growth.launch.first", early.launch),
            Figure("growth.launch.\(count)", late.launch, floor: early.launch.median, target: .floors(1.5)),
            Figure("growth.trip.first", early.trip),
            Figure("growth.trip.\(count)", late.trip, floor: early.trip.median),
            memoryFigure("host.memory.first", early.memory),
            memoryFigure("host.memory.\(count)", memory, .below(64 * 1024)),
            Figure("host.threads.first", Series([early.threads]), in: .count),
            Figure("host.threads.\(count)", Series([threads]), in: .count, floor: early.threads, target: .floors(1)),
        ]
    }

    /// Keeps the host busy until each pool of threads has those that it keeps, such as the one that looks into folders.
    private func settleThreads(_ subject: BenchSubject) async throws {
        _ = try await subject.trips(size: Self.tripSize, for: plan.throughput / 2)
    }

    private func trips(of subject: BenchSubject) async throws -> [Duration] {
        try await subject.trips(plan.trips / 5, size: Self.tripSize).map(\.whole)
    }

    private func memoryFigure(_ name: String, _ kibibytes: Double, _ target: Target? = nil) -> Figure {
        Figure(name, Series([kibibytes]), in: .kibibytes, target: target)
    }
}
