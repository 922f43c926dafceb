import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyStore
import MayflyTesting
import Synchronization
import Testing

/// Extensions that are switched off and on again (3.16).
@Suite struct SwitchTests {
    private static func ids(_ test: TestHost, as device: String) async throws -> Set<String> {
        let trace = Trace()
        try await test.window(as: device, trace: trace) { try await $0.open(test.bundle(Puppet.id)) }
        let told = try trace.sighting("didBecomeActive")
        return Set(told.remotes + [try #require(told["local"])])
    }

    @Test(.proves("C-191", "C-275")) func comesBackToNewIdsAndItsOwnFiles() async throws {
        try await Puppet.with { test in
            let id = try test.bundle(Puppet.id).id
            try await test.window(as: "alice") { window in
                try await window.open(test.bundle(Puppet.id))
                try await test.play("save kept", in: window)
            }
            let before = (alice: try await Self.ids(test, as: "alice"), bob: try await Self.ids(test, as: "bob"))
            try test.host.setEnabled(false, id, on: "alice")
            try await test.window(as: "alice") { window in
                do {
                    try await window.open(test.bundle(Puppet.id))
                    Issue.record("a disabled extension was opened")
                } catch let error as MayflyError {
                    #expect(error.message == "puppet is disabled on device 'alice'")
                }
            }
            try test.host.setEnabled(true, id, on: "alice")
            #expect(try await Self.ids(test, as: "alice").isDisjoint(with: before.alice))
            #expect(try await Self.ids(test, as: "bob") == before.bob)
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                try await test.play("load", in: window)
            }
            #expect(trace.answers.contains("loaded kept"))
        }
    }

    @Test func resignsWhereItIsOpenWhenAnyProgramSwitchesItOff() async throws {
        try await Puppet.with { test in
            let other = try ExtensionHost(home: HomeFolder(path: test.home))
            let id = try test.bundle(Puppet.id).id
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                try other.setEnabled(false, id, on: "alice")
                await trace.wait(for: { if case .process(_, .reaped, _) = $0 { true } else { false } })
                #expect(await window.openExtension == nil)
            }
            let end = [
                "viewWillDisappear", "viewDidDisappear", "willResignActive", "didResignActive", "killed", "reaped",
            ]
            #expect(Array(trace.lifecycle.suffix(6)) == end)
        }
    }

    /// The window looks only when all of that has happened.
    @Test func resignsWhereItIsOpenWhenItWasInstalledAnewAndLaunchedElsewhere() async throws {
        let bundle = try #require(try Puppet.bundles.first)
        try await TestHost.with(policy: .immediate) { test in
            try test.host.install(bundleAt: bundle)
            let id = try test.bundle(Puppet.id).id
            let store = try Store(home: HomeFolder(path: test.home))
            let device = try store.device(named: "alice").id
            let salts = Mutex<[[UInt8]]>([])
            let reinstall: @Sendable (HostEvent) -> Void = { event in
                guard case .callback(_, name: "didPerformAction", _) = event else { return }
                do {
                    let first = try store.install(of: id, on: device)
                    try test.host.uninstall(id)
                    try test.host.install(bundleAt: bundle)
                    let second = try store.install(of: id, on: device)
                    salts.withLock { $0 = [first, second] }
                } catch {
                    Issue.record(error)
                }
            }
            try await test.host.withWindow(on: test.conversation, as: "alice", observer: reinstall) { window in
                try await window.open(test.bundle(Puppet.id))
                try await window.tap("run")
                try await window.settle()
                #expect(await window.openExtension == nil)
            }
            #expect(Set(salts.withLock { $0 }).count == 2)
        }
    }

    @Test func theCommandsSwitchAndRefuseWhatIsNotThere() async throws {
        try await Tool.with(bundles: [Samples.folder + "/Tally.mayfly"]) { tool in
            try await tool.setUp()
            let id = "org.mayfly.tally"
            let launch = ["launch", id, "--conversation", "chat", "--as", "alice"]
            #expect(try await tool.run("disable", id, "--as", "alice").output == "disabled \(id)\n")
            let refused = try await tool.run(all: launch)
            #expect(refused.status != 0)
            #expect(refused.errors.contains("Tally is disabled on device 'alice'"))
            #expect(try await tool.run("enable", id).status == 0)
            #expect(try await tool.run(all: launch).status == 0)
            #expect(try await tool.run("disable", "org.example.nothing").status != 0)
            #expect(try await tool.run("disable", id, "--as", "nobody").status != 0)
        }
    }

    @Test func aStickerPackClosesToo() async throws {
        try await TestHost.with(bundles: [Samples.folder + "/Smileys.mayfly"], policy: .immediate) { test in
            let pack = try test.bundle("org.mayfly.smileys")
            try await test.window(as: "alice") { window in
                try await window.open(pack)
                try test.host.setEnabled(false, pack.id, on: "alice")
                try await window.settle()
                #expect(await window.openExtension == nil)
                await #expect(throws: MayflyError.self) { try await window.tapSticker(1) }
            }
        }
    }

    @Test func whatIsInstalledAnewIsEnabled() async throws {
        let bundle = try #require(try Puppet.bundles.first)
        try await TestHost.with(policy: .immediate) { test in
            try test.host.install(bundleAt: bundle)
            let id = try test.bundle(Puppet.id).id
            try test.host.setEnabled(false, id)
            try test.host.uninstall(id)
            try test.host.install(bundleAt: bundle)
            try await test.window(as: "alice") { try await $0.open(test.bundle(Puppet.id)) }
        }
    }
}
