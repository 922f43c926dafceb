internal import MayflyHost

extension Bench {
    private struct Variant: Hashable {
        let mode: BenchStage.Mode
        let plugin: BenchPlugin

        var name: String { "\(mode.rawValue).\(plugin.rawValue)" }
    }

    private struct Times {
        var first = Series()
        var appear = Series()
        var resign = Series()
    }

    /// Each round measures both floors and then launches and closes every variant once. Each launch begins with an idle host, as
    /// when a person launches an extension.
    func measureLaunches() async throws -> [Figure] {
        var (spawn, fork, kill, namespaces) = (Series(), Series(), Series(), Series())
        var times: [Variant: Times] = [:]
        let variants = BenchStage.Mode.allCases.flatMap { mode in
            BenchPlugin.allCases.map { Variant(mode: mode, plugin: $0) }
        }
        // The first launches start the zygotes and read the files from the disk.
        for variant in variants { _ = try await launch(variant) }
        _ = try (floor.spawn(3), floor.fork(3))
        for _ in 0..<plan.rounds {
            await stage.settle()
            spawn.add(try floor.spawn())
            fork.add(try floor.fork())
            kill.add(try floor.kill())
            namespaces.add(try floor.killInNamespaces())
            for variant in variants {
                let (launch, resign) = try await launch(variant)
                times[variant, default: Times()].first.add(launch.firstCallback)
                times[variant, default: Times()].appear.add(launch.appeared)
                times[variant, default: Times()].resign.add(resign)
            }
        }
        var floors = [Figure("floor.spawn", spawn), Figure("floor.fork", fork), Figure("floor.kill", kill)]
        if namespaces.count > 0 { floors.append(Figure("floor.kill.namespaces", namespaces, floor: kill)) }
        return floors
            + variants.flatMap { variant -> [Figure] in
                guard let times = times[variant] else { return [] }
                let floor = variant.mode.isExecuted ? spawn : fork
                return [
                    Figure("launch.\(variant.name).first", times.first, floor: floor),
                    Figure("launch.\(variant.name).appear", times.appear, floor: floor, target: target(variant)),
                    Figure("resign.\(variant.name)", times.resign, floor: kill, target: .floors(4)),
                ]
            }
    }

    private func launch(_ variant: Variant) async throws -> (BenchSubject.Launch, Duration) {
        await stage.settle()
        let subject = try stage.subject(variant.plugin, variant.mode)
        let launch = try await subject.launch()
        return (launch, await subject.close())
    }

    private func target(_ variant: Variant) -> Target? {
        switch (variant.mode, variant.plugin) {
        case (.zygoteSandbox, .c): .floors(3)
        case (.zygoteSandbox, .swift): .floors(4)
        case (.zygoteSandbox, .foundation): .floors(5)
        case (.exec, .c), (.execSandbox, .c): .floors(4)
        default: nil
        }
    }
}
