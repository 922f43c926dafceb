internal import MayflyHost

extension Bench {
    /// Launches for which nothing was made ahead, as who launches one extension right after the other meets them: the worker,
    /// its sandbox and, where each has a program of its own, that program are made while the launch waits.
    func measureColdLaunches() async throws -> [Figure] {
        let modes: [BenchStage.Mode] = [.execSandbox, .zygoteSandbox]
        var spawn = Series()
        var times: [String: Series] = [:]
        for round in 0...plan.windows {
            let floor = try floor.spawn()
            if round > 0 { spawn.add(floor) }
            for mode in modes {
                for plugin in BenchPlugin.allCases {
                    let launch = try await launchCold(plugin, mode)
                    // The first of all starts the zygotes, and reads the files from the disk.
                    if round > 0 { times[name(mode, plugin), default: Series()].add(launch.appeared) }
                }
            }
        }
        return modes.flatMap { mode in
            BenchPlugin.allCases.compactMap { plugin in
                let name = name(mode, plugin)
                return times[name].map { Figure(name, $0, floor: spawn.median) }
            }
        }
    }

    private func name(_ mode: BenchStage.Mode, _ plugin: BenchPlugin) -> String {
        "cold.\(mode.rawValue).\(plugin.rawValue).appear"
    }

    private func launchCold(_ plugin: BenchPlugin, _ mode: BenchStage.Mode) async throws -> BenchSubject.Launch {
        await stage.settle()
        await stage.dropSpares()
        let subject = try stage.subject(plugin, mode)
        let launch = try await subject.launch()
        _ = await subject.close()
        return launch
    }
}
