import Glibc
import MayflyHost
import MayflyLinux
import MayflyModel
import MayflyTestSupport
import MayflyTesting
import MayflyWorkers
import Testing

/// A debugger holds a process that the host has killed: the kernel reports its end to the debugger first.
@Suite(.enabled(if: geteuid() == 0, "an ordinary user may not trace what is in a sandbox"))
struct TracedWorkerTests {
    @Test(arguments: [Confinement.none, Confinement()])
    func theHostDoesNotWaitForADebugger(confinement: Confinement) async throws {
        var policy = Policy.immediate
        policy.ending = .milliseconds(300)
        let trace = Trace()
        try await TestHost.with(bundles: Puppet.bundles, policy: policy, confinement: confinement) { test in
            let (worker, tracer) = try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                let first = try #require(trace.process)
                let worker = try #require(ProcessStatus.family(of: first).last)
                let tracer = try Tracer(of: worker)
                try await window.closeExtension()
                await trace.waitForEnds(1)
                // The window is free for the next one.
                try await window.open(test.bundle(Puppet.otherID))
                return (worker, tracer)
            }
            #expect(
                trace.said.contains(
                    "process \(worker) was killed and has not ended within 300 ms: "
                        + "process \(tracer.number) traces it, such as a debugger"
                )
            )
            #expect(trace.ends.map(\.cause) == [.finished, .finished])
            #expect(trace.ends.map { $0.times.reaped == nil } == [true, false])
            #expect(trace.lifecycle.count { $0 == "reaped" } == 1)
            // The host reaps it as soon as it can.
            try tracer.end()
            try await until { kill(worker, 0) != 0 }
        }
    }

    /// It exits by itself.
    @Test func theHostDoesNotWaitForWhatHasExited() async throws {
        var policy = Policy.immediate
        policy.ending = .milliseconds(300)
        let trace = Trace()
        try await TestHost.with(
            bundles: [PluginWorkshop.bundle("recorder")],
            policy: policy,
            confinement: .none
        ) { test in
            let tracer = try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Recorder.id))
                let tracer = try Tracer(of: #require(trace.process))
                try? await window.tap("exit")
                await trace.waitForEnds(1)
                return tracer
            }
            #expect(trace.said.contains { $0.contains("process \(tracer.number) traces it") })
            #expect(trace.ends.map { $0.times.reaped } == [nil])
            try tracer.end()
        }
    }

    /// The commands end their zygotes at their end.
    @Test func theEndOfHelpersDoesNotWaitForADebugger() async throws {
        let zygote = try OwnZygote()
        try await TestHost.with(
            bundles: Puppet.bundles,
            policy: .immediate,
            worker: zygote.program
        ) { test in
            try await test.window(as: "alice") { try await $0.open(test.bundle(Puppet.id)) }
            let process = try #require(zygote.processes.first)
            let tracer = try Tracer(of: process)
            #expect(await test.host.endHelpers() == ["zygote: " + Self.line(process, tracer)])
            #expect(kill(process, 0) == 0, "it is not reaped")
            try tracer.end()
            try await until { kill(process, 0) != 0 }
        }
    }

    @Test func theEndOfASpareWorkerDoesNotWaitForADebugger() async throws {
        let zygote = try OwnZygote()
        try await TestHost.with(bundles: Puppet.bundles, policy: .immediate, worker: zygote.program) { test in
            try await test.window(as: "alice") { try await $0.open(test.bundle(Puppet.id)) }
            try await until { !zygote.spares.isEmpty }
            let process = try #require(zygote.spares.first)
            let tracer = try Tracer(of: process)
            #expect(await test.host.dropSpares() == ["spare worker: " + Self.line(process, tracer)])
            try tracer.end()
            try await until { kill(process, 0) != 0 }
        }
    }

    private static func line(_ process: Int32, _ tracer: Tracer) -> String {
        "process \(process) was killed and has not ended within 5000 ms: "
            + "process \(tracer.number) traces it, such as a debugger"
    }
}
