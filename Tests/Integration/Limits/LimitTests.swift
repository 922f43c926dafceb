import Foundation
import MayflyHost
import MayflyModel
import MayflyTesting
import MayflyWorkers
import Testing

/// What a real extension may use of the machine, and what becomes of one that uses more.
@Suite struct LimitTests {
    /// Limits that are small, so that nothing of this is felt by the tests beside it.
    private static var policy: Policy {
        var policy = Policy.immediate
        policy.vitalSigns = .milliseconds(10)
        policy.storageCheck = .milliseconds(10)
        return policy
    }

    /// Forked inside a sandbox, where the host knows the worker through process 1 of its namespace only, and started as a program.
    private static let starts = [Confinement(), .none]

    private func cause(
        of button: String,
        _ confinement: Confinement = Confinement(),
        _ change: (inout Policy) -> Void
    ) async throws -> WorkerEnd.Cause? {
        var policy = Self.policy
        change(&policy)
        return try await Glutton.end(after: button, policy: policy, confinement: confinement).cause
    }

    private func wrong(_ cause: WorkerEnd.Cause?) {
        Issue.record("ended for \(cause.map { "\($0)" } ?? "nothing")")
    }

    @Test(arguments: starts) func aThreadThatSpinsUsesUpTheBudget(start: Confinement) async throws {
        let cause = try await cause(of: "spin", start) { $0.cpuBudget = .milliseconds(300) }
        guard case .exceeded(.cpu, let used?, limit: 300)? = cause else { return wrong(cause) }
        #expect(used > 300)
    }

    @Test(arguments: starts) func manyThreadsAreTooMany(start: Confinement) async throws {
        let cause = try await cause(of: "threads", start) { $0.threads = 16 }
        guard case .exceeded(.threads, let used?, limit: 16)? = cause else { return wrong(cause) }
        #expect(used > 16)
    }

    @Test(arguments: ["fill", "hide", "close"], starts)
    func theFolderMayTakeSoMuchRoomAndNoMore(button: String, start: Confinement) async throws {
        let cause = try await cause(of: button, start) { $0.storageBytes = 4 << 20 }
        guard case .exceeded(.storage, let used?, limit: 4_194_304)? = cause else { return wrong(cause) }
        #expect(used > 4 << 20)
    }

    @Test func theFolderIsLookedAtAsSoonAsItMayBeFull() async throws {
        let cause = try await cause(of: "fill") {
            $0.storageBytes = 4 << 20
            $0.storageCheck = .seconds(3600)
        }
        guard case .exceeded(.storage, let used?, limit: 4_194_304)? = cause else { return wrong(cause) }
        #expect(used > 4 << 20)
    }

    @Test func theFolderMayHoldSoManyFilesAndNoMore() async throws {
        let cause = try await cause(of: "files") { $0.storedFiles = 100 }
        guard case .exceeded(.files, let used?, limit: 100)? = cause else { return wrong(cause) }
        #expect(used > 100)
    }

    @Test func aGigabyteOnStandardOutputIsHeldBackAndThenEnded() async throws {
        // So little that a busy host reads it faster than it may be printed.
        var policy = Self.policy
        policy.output = Policy.Rate(burst: 1 << 18, perSecond: 1 << 16)
        let (cause, trace) = try await Glutton.end(after: "print", policy: policy)
        guard case .exceeded(.output, let used?, limit: 262_144)? = cause else { return wrong(cause) }
        #expect(used > 1 << 18)
        // Held back: what was taken of it is far from all.
        #expect(trace.said.reduce(0) { $0 + $1.utf8.count } < 16 << 20)
    }

    @Test func aFloodOfCallsIsEnded() async throws {
        let cause = try await cause(of: "calls") { $0.calls = Policy.Rate(burst: 2_000, perSecond: 100) }
        guard case .exceeded(.calls, let used?, limit: 2_000)? = cause else { return wrong(cause) }
        #expect(used > 2_000)
    }

    @Test func statesOfSessionsAreAmongWhatTheHostKeeps() async throws {
        let cause = try await cause(of: "states") { $0.transfer = Policy.Rate(burst: 1 << 20, perSecond: 1) }
        guard case .exceeded(.transfer, let used?, limit: 1_048_576)? = cause else { return wrong(cause) }
        #expect(used > 1 << 20)
    }

    @Test func theHostSpendsNoMoreTimeOnAnExtensionThanItMay() async throws {
        var policy = Self.policy
        policy.hostBudget = .milliseconds(300)
        // The extension is far ahead of the host.
        policy.waitingBytes = 64 << 20
        let (cause, trace) = try await Glutton.end(after: "cards", policy: policy)
        guard case .exceeded(.hostTime, let used?, limit: 300)? = cause else { return wrong(cause) }
        #expect(used > 300)
        // What it had asked for by then is not done any more.
        let shown = trace.events.count { if case .call(_, "presentView", _, _) = $0 { true } else { false } }
        #expect(shown < 100)
    }

    /// It costs the extension less to write a byte than the host to wait for it.
    @Test(arguments: ["line", "crumbs", "noise"]) func aFloodOfFewBytesIsCharged(button: String) async throws {
        let cause = try await cause(of: button) {
            $0.hostBudget = .milliseconds(60)
            $0.hostWindow = .seconds(3600)
        }
        guard case .exceeded(.hostTime, let used?, limit: 60)? = cause else { return wrong(cause) }
        #expect(used >= 60)
    }

    /// An extension that is active all the time has its folder walked again and again.
    @Test func walksOfAFullFolderAreCharged() async throws {
        var policy = Self.policy
        policy.storedFiles = 100_000
        policy.hostBudget = .milliseconds(100)
        policy.hostWindow = .seconds(3600)
        // Ends it where the walks cost it nothing.
        policy.cpuBudget = .seconds(20)
        try await TestHost.with(bundles: [try Glutton.bundle()], policy: policy) { test in
            let folder = try test.privateFolder(of: "alice", Glutton.id)
            for number in 0..<5_000 { try Data().write(to: URL(filePath: "\(folder)/\(number)")) }
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Glutton.id))
                try await window.tapToTheEnd("spin")
                await trace.waitForEnds(1)
            }
            guard case .exceeded(.hostTime, let used?, limit: 100)? = trace.events.ends.first?.cause else {
                return wrong(trace.events.ends.first?.cause)
            }
            #expect(used >= 100)
        }
    }

    @Test func aManifestLowersTheHostsLimits() async throws {
        let manifest = ["limits": ["threads": 16, "memory_mib": 1_000_000]]
        let (cause, _) = try await Glutton.end(after: "threads", policy: Self.policy, manifest: manifest)
        guard case .exceeded(.threads, _, limit: 16)? = cause else { return wrong(cause) }
    }

    @Test func whatIsWrittenBeforeTheFirstLookWasNotFound() async throws {
        var policy = Self.policy
        policy.storedFiles = 100
        // The first look comes when all is written.
        policy.vitalSigns = .milliseconds(200)
        try await TestHost.with(bundles: [try Glutton.bundle()], policy: policy) { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Glutton.id))
                try await window.tapToTheEnd("files")
                // Less than the time that it would have to tidy up.
                for _ in 0..<30 where trace.events.ends.isEmpty { try? await window.tap("sleep") }
                if trace.events.ends.isEmpty { try await window.closeExtension() }
                await trace.waitForEnds(1)
            }
            #expect(trace.events.ends.first?.cause.name == "files")
        }
    }

    @Test func whoFindsTheFolderTooFullMayTidyUp() async throws {
        var policy = Self.policy
        policy.storedFiles = 100
        try await Puppet.with(policy: policy) { test in
            // The script is a file of the folder too.
            try test.script([], as: "alice")
            let folder = try test.privateFolder(of: "alice")
            for number in 0..<200 { try Data().write(to: URL(filePath: "\(folder)/\(number)")) }
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                // Several looks later it still lives, until it makes one file more.
                for _ in 0..<3 { try await test.play("sleep 20", in: window) }
                #expect(await window.openExtension != nil)
                try await test.play("save more", "sleep 20", in: window)
                await trace.waitForEnds(1)
            }
            #expect(trace.events.ends.first?.cause.name == "files")
        }
    }

    /// An embedder who wants no limit gives the largest number.
    @Test(arguments: starts) func limitsMayBeTheLargestNumbers(start: Confinement) async throws {
        var policy = Self.policy
        let numbers: [WritableKeyPath<Policy, Int>] = [
            \.lingerers, \.liveWorkers, \.openCalls, \.waitingReports, \.waitingBytes, \.memoryLimitKiB, \.threads,
            \.locks, \.watches,
            \.storageBytes, \.rewrites, \.storedFiles, \.unsentBytes,
        ]
        for number in numbers { policy[keyPath: number] = .max }
        let none = Policy.Rate(burst: .max, perSecond: .max)
        (policy.calls, policy.transfer, policy.output, policy.reads) = (none, none, none, none)
        try await TestHost.with(bundles: try Puppet.bundles, policy: policy, confinement: start) { test in
            try test.script([], as: "alice")
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                try await test.play("save one", "sleep 50", in: window)
                try await window.closeExtension()
                await trace.waitForEnds(1)
            }
            #expect(trace.events.ends.first?.cause == .finished)
        }
    }
}
