import Glibc
import MayflyHost
import MayflyLinux
import MayflyModel
import MayflyTestSupport
import MayflyTesting
import Testing

/// A zygote may die at any moment, or fall silent: no worker dies with it, and no launch is lost.
@Suite(.enabled("this machine lacks a layer") { try await WholeSandbox.isHere() }) struct ZygoteDeathTests {
    private static let guests = ["bob", "carol", "dave", "erin"]

    /// A host whose zygotes are found by the other value.
    private static func with(
        devices: [String] = ["alice"] + guests,
        policy: Policy = .immediate,
        _ body: @Sendable (TestHost, OwnZygote) async throws -> Void
    ) async throws {
        let zygote = try OwnZygote()
        try await TestHost.with(
            bundles: try Puppet.bundles,
            devices: devices,
            policy: policy,
            worker: zygote.program
        ) { test in try await body(test, zygote) }
    }

    @Test func workersLiveOnAndLaunchesSucceedWhenItIsKilledUnderThem() async throws {
        try await Self.with { test, zygote in
            try await test.window(as: "alice") { window in
                try await window.open(test.bundle(Puppet.id))
                let old = try #require(try zygote.processes.first)
                try await withThrowingTaskGroup { group in
                    for guest in Self.guests {
                        group.addTask { try await Self.live(test, as: guest) }
                    }
                    group.addTask { try zygote.kill() }
                    try await group.waitForAll()
                }
                try await test.play("text hello", in: window)
                #expect(await window.draft.text == "hello")
                try await Self.live(test, as: "bob")
                let left = try zygote.processes
                #expect(left.count == 1 && left != [old])
            }
        }
    }

    @Test func oneThatIsKilledAgainAndAgainLosesNoLaunch() async throws {
        var seed = SeededGenerator(state: 7)
        let pauses = (0..<100).map { _ in Int.random(in: 0...200, using: &seed) }
        try await Self.with(devices: ["alice", "bob"]) { test, zygote in
            try await test.window(as: "alice") { window in
                let bundle = try test.bundle(Puppet.id)
                try await window.open(bundle)
                try await window.closeExtension()
                for pause in pauses {
                    async let launch: Void = window.open(bundle)
                    for _ in 0..<pause { await Task.yield() }
                    try zygote.kill()
                    try await launch
                    try await window.tap("run")
                    if let failure = await window.failure { throw failure }
                    try await window.closeExtension()
                }
                try await window.open(bundle)
            }
            #expect(try zygote.processes.count == 1)
            let causes = try await test.host.receipts().map(\.end.cause)
            #expect(causes == Array(repeating: .finished, count: 102))
        }
    }

    /// It is asked, and there is no answer: the launch fails when its time is over, and the next one is served by another.
    @Test func oneThatFallsSilentFailsOneLaunchInTimeAndIsReplaced() async throws {
        var policy = Policy.immediate
        policy.launch = .seconds(10)
        try await Self.with(policy: policy) { test, zygote in
            try await Self.live(test, as: "alice")
            // A worker that was forked ahead would need no zygote.
            await test.host.dropSpares()
            let silent = try #require(try zygote.processes.first)
            try #require(kill(silent, SIGSTOP) == 0)
            let error = await #expect(throws: MayflyError.self) { try await Self.live(test, as: "bob") }
            #expect(error?.code == .launchFailed)
            #expect(error?.message.contains("it did not answer within 10000 ms") == true)
            try await Self.live(test, as: "alice")
            let left = try zygote.processes
            #expect(left.count == 1 && left != [silent])
        }
    }

    /// It cannot send the descriptor of the worker that it has forked, which is one too many, and ends.
    @Test func nothingRemainsOfAWorkerThatItCouldNotTellOf() async throws {
        try await Self.with { test, zygote in
            try await Self.live(test, as: "alice")
            await test.host.dropSpares()
            let old = try #require(try zygote.processes.first)
            let others = try DescriptorsOnTheirWay(24)
            try run("prlimit", ["--pid", "\(old)", "--nofile=20:20"])
            try await Self.live(test, as: "bob")
            withExtendedLifetime(others) {}
            #expect(try zygote.processes != [old])
            // The third field of its status is the process group.
            try await until {
                try ProcessState.processes { KernelFile.statusFields(of: $0).map { $0[2] == "\(old)" } ?? false }
                    .isEmpty
            }
        }
    }

    /// Opens an extension, uses it and closes it.
    private static func live(_ test: TestHost, as device: String) async throws {
        try await test.window(as: device) { window in
            try await window.open(test.bundle(Puppet.id))
            try await test.play("text \(device)", in: window)
            #expect(await window.draft.text == device)
            try await window.clearField()
            try await window.closeExtension()
        }
    }
}
