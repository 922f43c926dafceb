import Foundation
import GRDB
import MayflyHost
import MayflyModel
import MayflyStore
import MayflyTestSupport
import MayflyTesting
import Testing

/// Every launch leaves one receipt, whatever became of it.
@Suite struct ReceiptTests {
    @Test func aHealthyLifeIsWrittenDownWhole() async throws {
        let clock = TestClock()
        try await Puppet.with(clock: clock) { test in
            try await test.window(as: "alice") { try await $0.open(test.bundle(Puppet.id)) }
            let receipt = try #require(try await test.host.receipts().first)
            #expect(receipt.extensionID.rawValue == Puppet.id)
            #expect((receipt.device, receipt.conversation) == ("alice", test.conversation))
            #expect((receipt.launched, receipt.ended) == (clock.now, clock.now))
            #expect(receipt.sentence == nil)
            let (end, times) = (receipt.end, receipt.end.times)
            #expect(end.cause == .finished)
            #expect((end.bytesSent ?? 0) > 0 && (end.bytesReceived ?? 0) > 0)
            let steps = [times.spawned, times.opened, times.launched, times.resigned, times.killed, times.reaped]
            let known = steps.compactMap(\.self)
            #expect(known.count == 6)
            #expect(known == known.sorted())
            #expect(try await test.host.workers().isEmpty)
        }
    }

    @Test func aLaunchWaitsForNobodyWhoWrites() async throws {
        try await Puppet.with { test in
            let trace = Trace()
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            configuration.busyMode = .timeout(10)
            let queue = try DatabaseQueue(path: HomeFolder(path: test.home).database, configuration: configuration)
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                try await window.closeExtension()
                await trace.wait(for: { if case .receipt = $0 { true } else { false } })
                trace.clear()
                try await queue.lockDatabase()
                try await window.open(test.bundle(Puppet.id))
                #expect(trace.lifecycle.last == "viewDidAppear")
                try await queue.unlockDatabase()
            }
            #expect(try await test.host.receipts().map(\.end.cause) == [.finished, .finished])
        }
    }

    /// The list of workers is read in the database, and the row of a launch is written in the background.
    @Test func whatThisHostHasLaunchedIsListedAtOnce() async throws {
        try await Puppet.with { test in
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            configuration.busyMode = .timeout(10)
            let queue = try DatabaseQueue(path: HomeFolder(path: test.home).database, configuration: configuration)
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                // The first launch of an extension on a device writes more.
                try await window.open(test.bundle(Puppet.id))
                try await window.closeExtension()
                await trace.wait(for: { if case .receipt = $0 { true } else { false } })
                trace.clear()
                try await queue.lockDatabase()
                try await window.open(test.bundle(Puppet.id))
                async let workers = test.host.workers()
                // A reader who does not wait is done before these reads of the same database are.
                for _ in 0..<100 { _ = try test.host.devices() }
                try await queue.unlockDatabase()
                #expect(try await workers.map(\.extensionID.rawValue) == [Puppet.id])
                #expect(try await test.host.endWorkers(of: test.bundle(Puppet.id).id) == 1)
                await trace.wait(for: { if case .receipt = $0 { true } else { false } })
                #expect(try await test.host.receipts().map(\.end.cause) == [.finished, .killed])
            }
        }
    }

    @Test func aLaunchWithoutAProcessHasAReceipt() async throws {
        try await TestHost.with(bundles: try Puppet.bundles, policy: .immediate, worker: "/nonexistent/mayfly-worker") {
            test in
            try await test.window(as: "alice") { window in
                try? await window.open(test.bundle(Puppet.id))
                #expect(await window.failure?.code == .launchFailed)
            }
            let receipt = try #require(try await test.host.receipts().first)
            guard case .notStarted(let reason) = receipt.end.cause else {
                Issue.record("\(receipt.end.cause)")
                return
            }
            #expect(reason.contains("/nonexistent/mayfly-worker"))
            #expect(receipt.end.times.spawned == nil)
        }
    }

    @Test func aLibraryThatCannotBeOpenedHasAReceipt() async throws {
        let bundle = try PluginWorkshop.pack(id: "test.mayfly.lost") { library in
            try run("cc", ["-shared", "-fPIC", "-o", library, "-x", "c", "/dev/null"])
        }
        try await TestHost.with(bundles: [bundle], policy: .immediate) { test in
            try await test.window(as: "alice") { window in
                let lost = try test.bundle("test.mayfly.lost")
                try FileManager.default.removeItem(atPath: bundle + "/lib/plugin.so")
                try? await window.open(lost)
            }
            #expect(try await test.host.receipts().map(\.end.cause.name) == ["refused"])
        }
    }

    @Test func aLibraryWithoutAnEntryHasAReceipt() async throws {
        let bundle = try PluginWorkshop.pack(id: "test.mayfly.empty") { library in
            try run("cc", ["-shared", "-fPIC", "-o", library, "-x", "c", "/dev/null"])
        }
        try await TestHost.with(bundles: [bundle], policy: .immediate) { test in
            try await test.window(as: "alice") { try? await $0.open(test.bundle("test.mayfly.empty")) }
            let receipt = try #require(try await test.host.receipts().first)
            #expect(receipt.end.cause.name == "refused")
            #expect(receipt.end.times.spawned != nil)
            #expect(receipt.sentence?.hasPrefix("empty cannot be loaded: ") == true)
        }
    }
}

extension DatabaseQueue {
    /// Keeps everybody else from writing.
    fileprivate func lockDatabase() async throws {
        // An open transaction outlives the access, which is what is wanted here.
        try await writeWithoutTransaction { db in try db.execute(sql: "BEGIN IMMEDIATE") }
    }

    fileprivate func unlockDatabase() async throws {
        try await writeWithoutTransaction { db in try db.execute(sql: "ROLLBACK") }
    }
}
