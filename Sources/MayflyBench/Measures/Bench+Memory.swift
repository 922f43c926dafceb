internal import MayflyHost
internal import MayflyLinux

extension Bench {
    /// The memory of an idle worker: of the process that runs the extension, and of process 1 of its PID namespace (`first`).
    func measureMemory() async throws -> [Figure] {
        var figures: [Figure] = []
        for mode in BenchStage.Mode.allCases {
            for plugin in BenchPlugin.allCases {
                let subject = try stage.subject(plugin, mode)
                _ = try await subject.launch()
                _ = try await subject.trips(50, size: Self.tripSize)
                let process = await subject.process
                let worker = ProcessStatus.worker(of: process)
                let name = "memory.\(mode.rawValue).\(plugin.rawValue)"
                if let memory = ProcessFigures.memory(of: worker) {
                    figures.append(Figure("\(name).private", kibibytes: memory.own))
                    figures.append(Figure("\(name).proportional", kibibytes: memory.proportional))
                }
                if worker != process, let memory = ProcessFigures.memory(of: process) {
                    figures.append(Figure("\(name).first.private", kibibytes: memory.own))
                }
                _ = await subject.close()
            }
        }
        return figures
    }
}
