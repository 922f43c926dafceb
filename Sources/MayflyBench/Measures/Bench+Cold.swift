internal import MayflyHost

extension Bench {
    /// Launches without a prepared worker, as when extensions are launched right after one another: the worker, its sandbox and,
    /// with `--exec`, the process of its program are created during the launch.
    func measureColdLaunches() async throws -> [Figure] {
        let modes: [BenchStage.Mode] = [.execSandbox, .zygoteSandbox]
        var (spawn, fork, namespaces) = (Series(), Series(), Series())
        var times: [String: Series] = [:]
        let variants = modes.flatMap { mode in
            BenchPlugin.allCases.map { (mode: mode, plugin: $0, name: "cold.\(mode.rawValue).\($0.rawValue).appear") }
        }
        // The first launches start the zygotes and read the files from the disk.
        for variant in variants { _ = try await launchCold(variant.plugin, variant.mode) }
        _ = try (floor.spawn(), floor.fork())
        for _ in 0..<plan.windows {
            spawn.add(try floor.spawn())
            fork.add(try floor.fork())
            namespaces.add(try floor.namespaces())
            for variant in variants {
                let launch = try await launchCold(variant.plugin, variant.mode)
                times[variant.name, default: Series()].add(launch.appeared)
            }
        }
        let floors = namespaces.count > 0 ? [Figure("floor.namespaces", namespaces, floor: fork)] : []
        return floors
            + variants.compactMap { variant in
                times[variant.name].map { times in
                    let isExecuted = variant.mode.isExecuted
                    let target: Target? = isExecuted || variant.plugin != .c ? nil : .floors(5)
                    return Figure(variant.name, times, floor: isExecuted ? spawn : fork, target: target)
                }
            }
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
