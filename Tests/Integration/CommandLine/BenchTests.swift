import Foundation
import Glibc
import MayflyBench
import MayflyModel
import Testing

/// What the command measures is the machine's affair; that it measures, and how it says so, is not.
@Suite struct BenchTests {
    private struct Figure: Decodable {
        let name: String
        let median: Double
        let n: Int
        let ratio: Double?
        let target: String?
        let missed: Bool?

        enum CodingKeys: String, CodingKey {
            case name, n, ratio, target, missed
            case median = "median_us"
        }
    }

    /// The bounds are multiples of what the machine itself takes in the same run.
    @Test func judgesAFigureByItsFloor() {
        let floor = MayflyBench.Series(Array(repeating: 10.0, count: 90) + Array(repeating: 40.0, count: 10))
        func isMissed(_ most: Double, _ few: Double, _ target: Target) -> Bool {
            let series = MayflyBench.Series(Array(repeating: most, count: 90) + Array(repeating: few, count: 10))
            return MayflyBench.Figure("a.b", series, floor: floor, target: target).isMissed
        }
        #expect(!isMissed(15, 15, .floors(1.5)))
        #expect(isMissed(15.1, 15.1, .floors(1.5)))
        #expect(!isMissed(15, 80, .floors(1.5).andP95(2)))
        #expect(isMissed(15, 80.1, .floors(1.5).andP95(2)))
        #expect(isMissed(15.1, 80, .floors(1.5).andP95(2)))
        #expect(!MayflyBench.Figure("a.b", floor, target: .floors(1)).isMissed)
    }

    @Test func printsAFigureForEachWayToLaunch() async throws {
        try await Tool.with { tool in
            let outcome = try await tool.run("bench", "--quick", "--json", "--only", "launch")
            #expect(outcome.status == 0, "\(outcome.errors)")
            let figures = try JSONDecoder().decode([Figure].self, from: Data(outcome.output.utf8))
            for mode in ["exec", "exec.sandbox", "zygote", "zygote.sandbox"] {
                for plugin in ["c", "swift", "foundation"] {
                    let name = "launch.\(mode).\(plugin).appear"
                    let figure = try #require(figures.first { $0.name == name }, "\(name)")
                    #expect(figure.median > 0 && figure.n == 3)
                    #expect(figure.ratio != nil)
                }
            }
            let bounds = figures.filter { $0.name.hasPrefix("launch.") && $0.target != nil }
            #expect(bounds.allSatisfy { $0.missed != nil })
            #expect(
                Dictionary(uniqueKeysWithValues: bounds.map { ($0.name, $0.target) }) == [
                    "launch.exec.c.appear": "<= 4 x floor",
                    "launch.exec.sandbox.c.appear": "<= 4 x floor",
                    "launch.zygote.sandbox.c.appear": "<= 3 x floor",
                    "launch.zygote.sandbox.swift.appear": "<= 4 x floor",
                    "launch.zygote.sandbox.foundation.appear": "<= 5 x floor",
                ]
            )
            try await expectNamespaces("floor.kill.namespaces", figures)
            let resigned = figures.filter { $0.name.hasPrefix("resign.") }
            #expect(resigned.count == 12 && resigned.allSatisfy { $0.target == "<= 4 x floor" })
        }
    }

    @Test func tellsWhatALaunchTakesForWhichNothingWasMadeAhead() async throws {
        try await Tool.with { tool in
            let outcome = try await tool.run("bench", "--quick", "--json", "--only", "cold")
            #expect(outcome.status == 0, "\(outcome.errors)")
            let figures = try JSONDecoder().decode([Figure].self, from: Data(outcome.output.utf8))
            let names = ["exec.sandbox", "zygote.sandbox"].flatMap { mode in
                ["c", "swift", "foundation"].map { "cold.\(mode).\($0).appear" }
            }
            try await expectNamespaces("floor.namespaces", figures)
            #expect(figures.map(\.name).filter { $0 != "floor.namespaces" } == names)
            for figure in figures { #expect(figure.median > 0 && figure.n == 2 && figure.ratio != nil) }
        }
    }

    @Test func tellsWhatTheHostProtocolCosts() async throws {
        try await Tool.with { tool in
            let outcome = try await tool.run("bench", "--quick", "--json", "--only", "protocol")
            #expect(outcome.status == 0, "\(outcome.errors)")
            let objects = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]]
            let figures = try #require(objects).filter { ($0["name"] as? String)?.hasPrefix("protocol.") == true }
            let names = figures.compactMap { $0["name"] as? String }
            #expect(names.count == 5, "\(names)")
            #expect(Set(names).isSuperset(of: ["protocol.tap", "protocol.hello", "protocol.events.1"]), "\(names)")
            for figure in figures {
                let medians = figure.filter { $0.key.hasPrefix("median_") }
                #expect(medians.count == 1 && medians.values.allSatisfy { ($0 as? Double ?? 0) > 0 }, "\(figure)")
            }
            let targets = figures.filter { $0["target"] is String }
            #expect(targets.map { $0["name"] as? String } == ["protocol.tap", "protocol.hello"])
            #expect(targets.map { $0["target"] as? String } == ["<= 1.5 x floor", "<= 3 x floor"])
            #expect(targets.allSatisfy { $0["missed"] is Bool && ($0["ratio"] as? Double ?? 0) > 0 })
        }
    }

    /// The figures of a group, by their names.
    private func figures(of group: String) async throws -> [String: [String: Any]] {
        try await Tool.with { tool in
            let outcome = try await tool.run("bench", "--quick", "--json", "--only", group)
            #expect(outcome.status == 0, "\(outcome.errors)")
            return outcome.output
        }.figures()
    }

    @Test func tellsWhatAStoreCosts() async throws {
        let figures = try await figures(of: "store")
        let names = [
            "store.verify", "store.verify.signatures", "store.list", "store.search", "store.install.cp",
            "store.install.sha256sum",
        ]
        #expect(Set(figures.keys) == Set(names))
        for (name, figure) in figures where name != "store.verify.signatures" {
            #expect(figure["median_us"] as? Double ?? 0 > 0 && figure["n"] as? Int == 2, "\(figure)")
        }
        // What is measured is beside the same work without the store.
        let targets = figures.compactMapValues { $0["target"] as? String }
        #expect(
            targets == [
                "store.verify": "<= 30 x floor", "store.install.cp": "<= 5 x floor",
                "store.install.sha256sum": "<= 3 x floor",
            ]
        )
        for name in targets.keys {
            #expect(figures[name]?["floor"] as? Double ?? 0 > 0 && figures[name]?["missed"] is Bool, "\(name)")
        }
        let installs = ["cp", "sha256sum"].compactMap { figures["store.install.\($0)"] }
        #expect(Set(installs.compactMap { $0["median_us"] as? Double }).count == 1)
        #expect(Set(installs.compactMap { $0["floor"] as? Double }).count == 2)
        // Two of the root, and one of the targets, the snapshot, the timestamp and each publisher.
        #expect(figures["store.verify.signatures"]?["median_count"] as? Int == BenchPlan.quick.offers.publishers + 5)
    }

    @Test func tellsWhatAGrantedPermissionCosts() async throws {
        let figures = try await figures(of: "permission")
        #expect(Array(figures.keys) == ["permission.call"])
        let figure = try #require(figures["permission.call"])
        #expect(figure["median_us"] as? Double ?? 0 > 0 && figure["floor"] as? Double ?? 0 > 0, "\(figure)")
        #expect(figure["target"] as? String == "<= 1.05 x floor" && figure["missed"] is Bool)
        #expect(figure["ratio"] as? Double ?? 0 > 0 && figure["n"] as? Int == 5)
    }

    @Test func theWholePlanIsThatOfAFullStore() {
        let offers = BenchPlan.full.offers
        #expect(offers.publishers * offers.each == 10_000)
        #expect(BenchPlan.full.bundle == 10 * 1024 * 1024)
    }

    /// Bare processes in namespaces are measured where the kernel gives these.
    private func expectNamespaces(_ name: String, _ figures: [Figure]) async throws {
        for layer in [SandboxLayer.user, .processes, .network, .root] {
            guard try await WholeSandbox.gives(layer) else { return }
        }
        let figure = try #require(figures.first { $0.name == name }, "\(name)")
        #expect(figure.median > 0 && figure.n > 0)
        #expect(try #require(figure.ratio) > 0)
    }

    /// Whoever asks for it kills the command, and the extension with it.
    @Test(arguments: ["idle", "busy"])
    func leavesNoFilesWhenItIsKilledWhileItHoldsAnExtension(_ state: String) async throws {
        try await Tool.with { tool in
            let held = try HeldBench(state, in: tool.home)
            try await OwnThread.run {
                let worker = try held.worker()
                #expect(try held.files().isEmpty)
                // Longer than it takes until the host looks at the private folder.
                if state == "busy" { try held.wait(until: worker, hasComputed: .milliseconds(1500)) }
                #expect(kill(worker, 0) == 0)
                held.kill()
                #expect(try held.files().isEmpty)
            }
        }
    }

    @Test func refusesAGroupThatItDoesNotKnow() async throws {
        try await Tool.with { tool in
            let outcome = try await tool.run("bench", "--only", "launch,speed")
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains("'speed'"))
        }
    }

    @Test(arguments: [
        ["--mode", "exec"], ["--mode", "exec", "--sandbox", "off"], ["--mode", "zygote", "--sandbox", "off"], [],
    ])
    func answersADriver(_ way: [String]) async throws {
        try await Tool.with { tool in
            let orders = [
                "--launches", "2", "--rts", "5", "--payload", "100", "--stuck", "1", "--crash", "1", "--frozen", "1",
            ]
            let outcome = try await tool.run(all: ["bench", "--driver"] + way + orders)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let answer = try #require(try outcome.events().last)
            func count(_ key: String) -> Int? { (answer[key] as? [Double])?.count { $0 > 0 } }
            #expect(count("launch_us") == 2 && count("rt_us") == 5 && count("kill_us") == 2)
            #expect(count("stuck_kill_us") == 1 && count("frozen_kill_us") == 1 && count("crash_us") == 1)
            #expect(answer["host_survived_crash"] as? Bool == true)
            for key in ["rss_kb", "pss_kb", "host_rss_kb"] { #expect(try #require(answer[key] as? Int) > 0) }
        }
    }
}

extension String {
    /// The objects of `mayfly bench --json` by their names; an issue where a name comes twice.
    fileprivate func figures() throws -> [String: [String: Any]] {
        let read = try JSONSerialization.jsonObject(with: Data(utf8)) as? [[String: Any]]
        let named = try #require(read).map { (try #require($0["name"] as? String), $0) }
        #expect(Set(named.map(\.0)).count == named.count)
        return Dictionary(named) { $1 }
    }
}
