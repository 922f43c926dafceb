import MayflyHost
import MayflyModel
import MayflyStore
import MayflyTesting
import MayflyWorkers
import Synchronization
import Testing

/// How many workers live at once, and which go when there is no room for them.
@Suite struct EvictionTests {
    /// Short of memory when the test says so.
    private final class Shortage: MemoryPressure {
        private let state = Mutex<(@Sendable () -> Void)?>(nil)

        func watch(on loop: EventLoop, _ isShort: @escaping () -> Void) -> MemoryPressureWatch? {
            nonisolated(unsafe) let isShort = isShort  // Safe because it is called on the loop, where it came from.
            state.withLock { $0 = { loop.run { isShort() } } }
            return MemoryPressureWatch(hasCost: true) { self.state.withLock { $0 = nil } }
        }

        var isWatched: Bool { state.withLock { $0 != nil } }

        func begin() { state.withLock { $0 }?() }
    }

    /// Makes workers, and has a process for later launches that does not end.
    private struct HeldSpare: WorkerLauncher {
        static let line = "spare worker: it does not end"
        let launcher: ExecLauncher

        func launch(_ files: WorkerFiles, _ request: LaunchRequest, within policy: Policy) async throws(MayflyError)
            -> LaunchedProcess
        {
            try await launcher.launch(files, request, within: policy)
        }

        func missingLayers(for runtime: Runtime) async -> [SandboxLayer: String] {
            await launcher.missingLayers(for: runtime)
        }

        func dropSpares() async -> [String] { [Self.line] }
    }

    private static func policy(liveWorkers: Int) -> Policy {
        var policy = Policy.immediate
        policy.linger = .seconds(600)
        policy.liveWorkers = liveWorkers
        return policy
    }

    private func with(
        _ policy: Policy,
        _ pressure: Shortage = Shortage(),
        _ body: @Sendable (TestHost) async throws -> Void
    ) async throws {
        try await TestHost.with(bundles: try Puppet.bundles, policy: policy, pressure: pressure, body)
    }

    @Test func whatDoesNotEndForAShortageIsTold() async throws {
        let shortage = Shortage()
        try await with(Policy()) { test in
            let host = try ExtensionHost(
                home: HomeFolder(path: test.home),
                searchPath: test.searchPath(Puppet.folders),
                policy: Self.policy(liveWorkers: 2),
                confinement: .none,
                clock: SystemClock(),
                launcher: HeldSpare(
                    launcher: ExecLauncher(program: try ExtensionHost.workerProgram(), loop: try .running())
                ),
                pressure: shortage
            )
            let trace = Trace()
            try await host.withWindow(on: test.conversation, as: "alice", observer: { trace.record($0) }) { window in
                try await window.open(test.bundle(Puppet.id))
                try await window.closeExtension()
                shortage.begin()
                await trace.wait(for: { event in
                    if case .log(nil, .warning, HeldSpare.line) = event { true } else { false }
                })
                await trace.waitForEnds(1)
            }
            #expect(trace.ends.map(\.cause) == [.evicted(.memoryPressure)])
        }
    }

    @Test func oneMoreThanMayLiveEndsTheOldestThatLingers() async throws {
        try await with(Self.policy(liveWorkers: 2)) { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                for id in [Puppet.id, Puppet.otherID] {
                    try await window.open(test.bundle(id))
                    try await window.closeExtension()
                }
                #expect(trace.events.ends.isEmpty)
                // In another window: the count is that of the whole host.
                try await test.window(as: "bob") { try await $0.open(test.bundle(Puppet.id)) }
                await trace.waitForEnds(1)
            }
            let ends = trace.events.compactMap { event -> String? in
                if case .receipt(let id, let end) = event { "\(id) \(end.cause)" } else { nil }
            }
            #expect(ends.first == "\(Puppet.id) \(WorkerEnd.Cause.evicted(.workers))")
            #expect(ends.count == 2)
            #expect(trace.events.ends.last?.cause == .finished)
        }
    }

    @Test func whereAllAreInUseOneMoreIsRefused() async throws {
        try await with(Self.policy(liveWorkers: 1)) { test in
            try await test.window(as: "alice") { alice in
                try await alice.open(test.bundle(Puppet.id))
                try await test.window(as: "bob") { bob in
                    let error = await #expect(throws: MayflyError.self) { try await bob.open(test.bundle(Puppet.id)) }
                    #expect(
                        error?.message
                            == "puppet cannot be opened: 1 extensions are open already, the limit is 1"
                    )
                    #expect(error?.code == .notPossibleNow)
                    try await alice.closeExtension()
                    try await bob.open(test.bundle(Puppet.id))
                    #expect(await bob.failure == nil)
                }
            }
        }
    }

    @Test func placesComeBackFromThoseThatCrashed() async throws {
        try await with(Self.policy(liveWorkers: 1)) { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                for count in 1...3 {
                    try await window.open(test.bundle(Puppet.id))
                    try await test.play("crash", in: window)
                    await trace.waitForEnds(count)
                }
            }
            #expect(trace.events.ends.allSatisfy { $0.cause == .crashed(signal: 11) })
        }
    }

    @Test func aShortageOfMemoryEndsThoseThatLinger() async throws {
        let shortage = Shortage()
        try await with(Self.policy(liveWorkers: 32), shortage) { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await test.openBesideTwoThatLinger(in: window)
                #expect(shortage.isWatched)
                shortage.begin()
                await trace.waitForEnds(2)
                // The one that is in use is not touched, and nobody is asked any more.
                try await test.play("text alive", in: window)
                #expect(await window.draft.text == "alive")
                #expect(!shortage.isWatched)
            }
            let causes = trace.events.ends.map(\.cause)
            #expect(causes == [.evicted(.memoryPressure), .evicted(.memoryPressure), .finished])
        }
    }
}
