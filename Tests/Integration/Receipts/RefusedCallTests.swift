import Foundation
import MayflyHost
import MayflyModel
import MayflyTesting
import MayflyWorkers
import Testing

/// Receipts of workers in the sandbox; only on a machine that gives all of its layers.
@Suite(.enabled("this machine lacks a layer") { try await WholeSandbox.isHere() }) struct RefusedCallTests {
    @Test func refusedSystemCallsAreNamedAndTheExtensionGoesOn() async throws {
        let trace = Trace()
        let receipt = try await Crasher.receipt(pressing: "refused", confinement: Confinement(), trace: trace)
        #expect(receipt.end.cause == .finished)
        #expect(receipt.end.refusedCalls == ["kill", "socket"])
        #expect(trace.said == ["asked -1 -1 1"])
    }

    @Test func aCrashInTheSandboxIsNamedToo() async throws {
        let crash = try #require(
            try await Crasher.receipt(pressing: "write", confinement: Confinement()).end.crash
        )
        #expect(crash.faultAddress == 0x1234)
        #expect(crash.isMainThread)
        #expect(crash.frames.first?.symbol == "count_votes")
    }

    @Test func aHealthyExtensionIsRefusedNothing() async throws {
        let puppet = try Puppet.bundles
        try await TestHost.with(bundles: puppet, policy: .immediate) { test in
            try await test.window(as: "alice") { window in
                try await window.open(test.bundle(Puppet.id))
                try await test.play("text hello", "save kept", "load", in: window)
            }
            let end = try #require(try await test.host.receipts().first?.end)
            #expect(end.refusedCalls.isEmpty)
            #expect((end.peakMemoryKiB ?? 0) > 4096, "the worker's own, not that of process 1")
            #expect((end.cpuMicroseconds ?? 0) > 0)
        }
    }
}
