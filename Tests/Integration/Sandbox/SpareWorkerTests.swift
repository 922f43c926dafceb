import Foundation
import Glibc
import MayflyModel
import MayflyTestSupport
import MayflyTesting
import MayflyWorkers
import Testing

@testable import MayflyHost

/// The worker that waits ahead for the next launch, forked by a zygote of all or by a program that was executed for it alone.
@Suite(.enabled("this machine lacks a layer") { try await WholeSandbox.isHere() }) struct SpareWorkerTests {
    private static let starts: [Confinement.Start] = [.zygote, .exec]

    private static func with(
        _ start: Confinement.Start,
        bundles: [String]? = nil,
        _ body: @Sendable (TestHost, ConversationWindow, OwnZygote, Trace) async throws -> Void
    ) async throws {
        let zygote = try OwnZygote()
        let trace = Trace()
        try await TestHost.with(
            bundles: try bundles ?? Puppet.bundles,
            policy: .immediate,
            confinement: Confinement(start: start),
            worker: zygote.program
        ) { test in
            try await test.window(as: "alice", trace: trace) { window in try await body(test, window, zygote, trace) }
        }
    }

    /// It comes a moment after a launch, if it can be made.
    private static func spare(of zygote: OwnZygote, _ test: TestHost) async throws -> Int32 {
        await test.host.services.launcher.settle()
        return try #require(zygote.spares.first)
    }

    @Test(arguments: starts) func theNextLaunchTakesTheWorkerThatWaits(_ start: Confinement.Start) async throws {
        try await Self.with(start) { test, window, zygote, trace in
            try await window.open(test.bundle(Puppet.id))
            let spare = try await Self.spare(of: zygote, test)
            try await window.closeExtension()
            try await window.open(test.bundle(Puppet.id))
            #expect(try ProcessState.children(of: try #require(trace.process)) == [spare])
            try await test.play("text hello", in: window)
            #expect(await window.draft.text == "hello")
        }
    }

    @Test(arguments: starts) func oneThatWasKilledCostsNoLaunch(_ start: Confinement.Start) async throws {
        try await Self.with(start) { test, window, zygote, trace in
            try await window.open(test.bundle(Puppet.id))
            try await window.closeExtension()
            let spare = try await Self.spare(of: zygote, test)
            let parent = try #require(ProcessState.status(of: spare)["PPid"].flatMap { Int32($0) })
            try #require(kill(spare, SIGKILL) == 0)
            try await until { (try? ProcessState.letter(of: parent)) ?? "Z" == "Z" }
            try await window.open(test.bundle(Puppet.id))
            #expect(try ProcessState.children(of: try #require(trace.process)) != [spare])
            try await test.play("text hello", in: window)
            #expect(await window.draft.text == "hello")
        }
    }

    /// Opens the puppet with a worker that is killed when it has got its extension, and has not read it: the launch is tried again
    /// with a new one. Process 1 of its namespace is stopped meanwhile, so that the host learns of its end only when the extension is
    /// sent. Gives that process.
    private static func openAgain(
        _ test: TestHost,
        _ window: ConversationWindow,
        _ zygote: OwnZygote,
        _ trace: Trace
    ) async throws -> Int32 {
        try await window.open(test.bundle(Puppet.id))
        try await window.closeExtension()
        let spare = try await Self.spare(of: zygote, test)
        let parent = try #require(ProcessState.status(of: spare)["PPid"].flatMap { Int32($0) })
        try #require(kill(parent, SIGSTOP) == 0)
        try await until { try ProcessState.letter(of: parent) == "T" }
        try #require(kill(spare, SIGKILL) == 0)
        try await until { try ProcessState.letter(of: spare) == "Z" }
        async let launch: Void = window.open(test.bundle(Puppet.id))
        await trace.wait { events in events.contains { $0.isSpawn(of: parent) } }
        try #require(kill(parent, SIGCONT) == 0)
        try await launch
        return parent
    }

    @Test(arguments: starts) func oneThatIsKilledInTheMomentOfALaunchCostsNoLaunch(
        _ start: Confinement.Start
    ) async throws {
        try await Self.with(start) { test, window, zygote, trace in
            let first = try await Self.openAgain(test, window, zygote, trace)
            if let failure = await window.failure { throw failure }
            #expect(trace.process != first)
            try await test.play("text hello", in: window)
            #expect(await window.draft.text == "hello")
            let warnings = trace.events.count {
                if case .log(_, .warning, let line) = $0 { line.contains("another one is started") } else { false }
            }
            #expect(warnings == 1)
        }
    }

    /// Another program replaces the library when the host has checked it, and the worker has not looked at it.
    @Test(arguments: starts) func aLibraryThatIsReplacedMeanwhileIsNotOpened(_ start: Confinement.Start) async throws {
        let id = "test.mayfly.minimal-replaced-\(start)"
        let path = try PluginWorkshop.bundle("minimal", id: id)
        try await Self.with(start, bundles: [path]) { test, window, zygote, trace in
            let bundle = try test.bundle(id)
            try await window.open(bundle)
            try await window.closeExtension()
            let spare = try await Self.spare(of: zygote, test)
            let parent = try #require(ProcessState.status(of: spare)["PPid"].flatMap { Int32($0) })
            try #require(kill(spare, SIGSTOP) == 0)
            try await until { try ProcessState.letter(of: spare) == "T" }
            let launch = Task { try await window.open(bundle) }
            await trace.wait { events in events.contains { $0.isSpawn(of: parent) } }
            let library = bundle.folder + "/" + bundle.libraryName
            try FileManager.default.copyItem(atPath: library, toPath: library + ".new")
            try #require(rename(library + ".new", library) == 0)
            try #require(kill(spare, SIGCONT) == 0)
            let error = await #expect(throws: MayflyError.self) { try await launch.value }
            let text = "the library was replaced while it was being opened; open it again"
            #expect(error?.message.hasSuffix(text) == true, "\(error?.message ?? "none")")
            try await window.open(bundle)
        }
    }

    /// Rows of launches are written beside them, so `ps` is asked until it tells of the one that is active.
    @Test(arguments: starts) func psAndKillKnowTheProcessThatTookThePlaceOfAnother(_ start: Confinement.Start)
        async throws
    {
        try await Self.with(start) { test, window, zygote, trace in
            let first = try await Self.openAgain(test, window, zygote, trace)
            let second = try #require(trace.process)
            try #require(second != first)
            let tool = Tool(home: test.home, folders: "")
            var rows: [[String: any Sendable]] = []
            for _ in 0..<500 where rows.first?["state"] as? String != "active" {
                rows = try await tool.run("ps", "--json").events()
            }
            #expect(rows.map { $0["pid"] as? Int } == [Int(second)])
            #expect(try await tool.run("kill", Puppet.id).output == "ended \(Puppet.id) (1 worker)\n")
            await trace.waitForEnds(2)
            #expect(trace.ends.map(\.cause) == [.finished, .killed])
            #expect(kill(second, 0) != 0)
        }
    }

    /// The zygote ends when it has got the request, so the first attempt fails.
    @Test(.enabled(if: geteuid() == 0, "an ordinary user may not trace what is in a sandbox"))
    func oneIsMadeAlsoWhenItsZygoteEndsMeanwhile() async throws {
        try await Self.with(.zygote) { test, window, zygote, trace in
            try await window.open(test.bundle(Puppet.id))
            let spare = try await Self.spare(of: zygote, test)
            try await window.closeExtension()
            let asked = try #require(zygote.processes.first)
            let killer = try Tracer(of: asked, isKilledByNext: true)
            // The worker that waits is taken: the request is for the next one that is to wait.
            try await window.open(test.bundle(Puppet.id))
            #expect(try ProcessState.children(of: try #require(trace.process)) == [spare])
            _ = try await Self.spare(of: zygote, test)
            try await OwnThread.run { killer.waitUntilKilled() }
            let left = try zygote.processes
            #expect(left.count == 1 && left != [asked])
        }
    }

    @Test(arguments: starts) func isGoneWhenItIsDropped(_ start: Confinement.Start) async throws {
        try await Self.with(start) { test, window, zygote, _ in
            try await window.open(test.bundle(Puppet.id))
            _ = try await Self.spare(of: zygote, test)
            await test.host.dropSpares()
            #expect(zygote.spares.isEmpty)
            try await test.play("text hello", in: window)
            #expect(await window.draft.text == "hello")
        }
    }

    @Test(arguments: starts) func nothingIsLeftOnceTheHelpersAreEnded(_ start: Confinement.Start) async throws {
        try await Self.with(start) { test, window, zygote, _ in
            for round in 1...2 {
                try await window.open(test.bundle(Puppet.id))
                _ = try await Self.spare(of: zygote, test)
                await test.host.endHelpers()
                #expect(zygote.spares.isEmpty)
                #expect(try zygote.processes.isEmpty, "round \(round)")
                // Who is open lives on.
                try await test.play("text hello", in: window)
                #expect(await window.draft.text.hasSuffix("hello"))
                try await window.closeExtension()
            }
        }
    }

    @Test(arguments: starts) func aLaunchSucceedsWhileTheHelpersAreEnded(_ start: Confinement.Start) async throws {
        try await Self.with(start) { test, window, zygote, _ in
            for pause in 0..<20 {
                async let launch: Void = window.open(test.bundle(Puppet.id))
                for _ in 0..<pause * 10 { await Task.yield() }
                await test.host.endHelpers()
                try await launch
                try await window.tap("run")
                if let failure = await window.failure { throw failure }
                try await window.closeExtension()
            }
            await test.host.endHelpers()
            #expect(try zygote.processes.isEmpty)
        }
    }

    /// Each has made its one worker, the one that waits included.
    @Test func noProgramStaysThatWasExecutedForOneWorker() async throws {
        try await Self.with(.exec) { test, window, zygote, _ in
            for _ in 0..<2 {
                try await window.open(test.bundle(Puppet.id))
                _ = try await Self.spare(of: zygote, test)
                try await window.closeExtension()
            }
            // The host ends it once it has its answer, and waits for that at no time.
            try await until { try zygote.processes.isEmpty }
            #expect(zygote.spares.count == 1)
        }
    }
}

extension HostEvent {
    /// Whether it tells of the start of that process.
    fileprivate func isSpawn(of process: Int32) -> Bool {
        if case .process(_, .spawned, process) = self { true } else { false }
    }
}
