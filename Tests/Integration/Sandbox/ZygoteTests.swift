import Foundation
import MayflyHost
import MayflyLinux
import MayflyModel
import MayflyTestSupport
import MayflyTesting
import Testing

/// Workers that a zygote has forked, in its sandbox; only on a machine that gives all of its layers.
@Suite(.enabled("this machine lacks a layer") { try await WholeSandbox.isHere() }) struct ZygoteTests {
    private static func with(
        _ plugin: String,
        _ body: @Sendable (TestHost) async throws -> Void
    ) async throws {
        let bundle = try PluginWorkshop.bundle(plugin, options: ["-pthread"])
        try await TestHost.with(bundles: [bundle], policy: .immediate, body)
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
        let found = try await Probe.found(with: Set(SandboxLayer.allCases))
        #expect(found["private"] == "0")
        #expect(found["passwd"] == "\(ENOENT)")
        #expect(found["root"] == "\(ENOENT)")
        #expect(found["programs"] == "\(ENOENT)")
        for attempt in ["tmp", "usr", "socket", "fork", "ptrace", "unshare", "mount"] {
            #expect(found[attempt].map { $0 != "0" } == true, "\(attempt)")
        }
        #expect(found["pid-number"] == "2")
    }

    /// Workers of one zygote have its layout.
    @Test(
        .enabled("this machine does not randomize addresses") {
            KernelFile.text(of: "/proc/sys/kernel/randomize_va_space") == "2\n"
        }
    )
    func anExecutedWorkerHasALayoutOfItsOwn() async throws {
        let layouts = try await Probe.foundTwice(start: .exec).map { $0["layout"] }
        #expect(layouts.count == 2 && !layouts.contains(nil) && layouts[0] != layouts[1])
        let shared = try await Probe.foundTwice(start: .zygote).map { $0["layout"] }
        #expect(shared.count == 2 && shared[0] != nil && shared[0] == shared[1])
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
                try await until { try ProcessState.letter(of: worker) == "T" }
            }
            #expect(trace.lifecycle.suffix(2) == ["killed", "reaped"])
        }
    }

    /// What the zygote had would else have to be taken away before a worker is ended.
    @Test func processOneKeepsNothingOfTheZygotesMemory() async throws {
        try await Self.with("puppet") { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                let first = try #require(trace.process)
                let worker = try #require(try ProcessState.children(of: first).first)
                func parts(of process: Int32) -> [Substring] {
                    (KernelFile.text(of: "/proc/\(process)/maps") ?? "").split(separator: "\n")
                }
                // It gives it back beside the launch, and tells nobody.
                try await until { !parts(of: first).contains { $0.hasSuffix("[heap]") } }
                #expect((1...6).contains(parts(of: first).count))
                #expect(parts(of: worker).contains { $0.hasSuffix("[heap]") })
            }
            #expect(trace.lifecycle.last == "reaped")
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
