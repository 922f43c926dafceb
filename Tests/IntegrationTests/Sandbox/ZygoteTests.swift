import Foundation
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// Workers that a zygote has forked, in its sandbox; only on a machine that gives all of its layers.
@Suite(.enabled("this machine lacks a layer") { try await WholeSandbox.isHere() }) struct ZygoteTests {
    private static func with(
        _ plugin: String,
        without layer: SandboxLayer? = nil,
        _ body: @Sendable (TestHost) async throws -> Void
    ) async throws {
        let bundle = try PluginWorkshop.bundle(plugin, options: ["-pthread"])
        let layers = Set(SandboxLayer.allCases.filter { $0 != layer })
        let confinement = Confinement(layers: layers)
        try await TestHost.with(bundles: [bundle], policy: .immediate, confinement: confinement, body)
    }

    /// What the prober found, by the names of its attempts.
    private static func probe(without layer: SandboxLayer? = nil) async throws -> [String: Int32] {
        let trace = Trace()
        try await with("prober", without: layer) { test in
            try await test.window(as: "alice", trace: trace) { try await $0.open(test.bundle("test.mayfly.prober")) }
        }
        let pairs = trace.said.map { $0.split(separator: " ") }.filter { $0.count == 2 }
        return Dictionary(pairs.compactMap { pair in Int32(pair[1]).map { (String(pair[0]), $0) } }) { $1 }
    }

    @Test func anExtensionLivesItsWholeLifeInTheSandbox() async throws {
        try await Self.with("puppet") { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                try await test.play("text hello", "save kept", "load", in: window)
                #expect(await window.draft.text == "hello")
                try await window.send()
            }
            #expect(trace.answers.contains("loaded kept"))
            #expect(trace.lifecycle.last == "reaped")
            #expect(try test.rows(of: "bob") == ["* hello"])
        }
    }

    @Test func whatIsNotTheExtensionsIsOutOfReach() async throws {
        let found = try await Self.probe()
        #expect(found["private"] == 0)
        #expect(found["passwd"] == ENOENT)
        #expect(found["root"] == ENOENT)
        for attempt in ["tmp", "usr", "socket", "fork", "ptrace", "unshare", "mount"] {
            #expect(found[attempt].map { $0 != 0 } == true, "\(attempt)")
        }
        #expect(found["pid"] == 2)
    }

    /// It is the worker that is stopped, not process 1 above it.
    @Test func aLingeringWorkerIsFrozenInItsSandboxToo() async throws {
        var policy = Policy.immediate
        policy.linger = .seconds(300)
        try await Recorder.with(policy: policy) { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Recorder.id))
                try await window.closeExtension()
                let first = try #require(trace.process)
                let worker = try #require(try ProcessState.children(of: first).first)
                // Nobody but the parent is told of a stop, so this looks until it is there.
                while try ProcessState.letter(of: worker) != "T" { await Task.yield() }
            }
            #expect(trace.lifecycle.suffix(2) == ["killed", "reaped"])
        }
    }

    @Test func aCrashIsToldAsTheWorkersOwn() async throws {
        try await Self.with("puppet") { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                try test.script(["didPerformAction crash"], as: "alice")
                await #expect(throws: MayflyError.self) {
                    try await window.tap("run")
                    if let failure = await window.failure { throw failure }
                }
            }
            let causes = trace.events.compactMap { if case .receipt(_, let end) = $0 { end.cause } else { nil } }
            #expect(causes == [.crashed(signal: SIGSEGV)])
        }
    }
}
