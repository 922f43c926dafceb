import Foundation
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// An extension that fails again and again has to rest, in every program that uses the home folder.
@Suite struct CrashLoopTests {
    private static var policy: Policy {
        var policy = Policy.immediate
        policy.crashLoop = Policy.CrashLoop()
        return policy
    }

    private func with(
        _ body: @Sendable (TestHost, TestClock) async throws -> Void
    ) async throws {
        let clock = TestClock()
        try await TestHost.with(bundles: [try Glutton.bundle()], policy: Self.policy, clock: clock) { test in
            try await body(test, clock)
        }
    }

    /// Opens it and lets it crash.
    private func crash(_ test: TestHost, as device: String = "alice") async throws {
        let trace = Trace()
        try await test.window(as: device, trace: trace) { window in
            try await window.open(test.bundle(Glutton.id))
            try await window.tapToTheEnd("crash")
            await trace.waitForEnds(1)
        }
    }

    /// Opens and closes it; what the host says if it does not let it.
    private func open(_ test: TestHost, as device: String = "alice") async throws -> String? {
        try await test.window(as: device) { window in
            do {
                try await window.open(test.bundle(Glutton.id))
                return nil
            } catch let error as MayflyError where error.code == .resting {
                return error.message
            }
        }
    }

    @Test func threeFailuresOnWhateverDeviceAreFollowedByARest() async throws {
        try await with { test, clock in
            try await crash(test)
            #expect(try await open(test) == nil)
            clock.advance(by: .seconds(200))
            try await crash(test, as: "bob")
            try await crash(test)
            let refusal =
                "glutton is resting for 30 s: it failed 3 times within 5 minutes; "
                + "`mayfly reset test.mayfly.glutton` clears it"
            #expect(try await open(test) == refusal)
            clock.advance(by: .seconds(20))
            #expect(try await open(test, as: "bob")?.hasPrefix("glutton is resting for 10 s: ") == true)
            clock.advance(by: .seconds(10))
            #expect(try await open(test) == nil)
        }
    }

    /// The clock was years ahead when it failed, and is set right.
    @Test func aRestFromALaterTimeDoesNotHold() async throws {
        try await with { test, clock in
            for _ in 0..<3 { try await crash(test) }
            #expect(try await open(test) != nil)
            clock.advance(by: .seconds(-10 * 365 * 86_400))
            #expect(try await open(test) == nil)
            for _ in 0..<3 { try await crash(test) }
            #expect(try await open(test)?.hasPrefix("glutton is resting for 30 s: ") == true)
        }
    }

    @Test func failuresThatAreFarApartDoNotCount() async throws {
        try await with { test, clock in
            for _ in 0..<4 {
                try await crash(test)
                clock.advance(by: .seconds(151))
            }
            #expect(try await open(test) == nil)
        }
    }

    @Test func aFailureAfterARestDoublesItAndAGoodEndForgetsAll() async throws {
        try await with { test, clock in
            for _ in 0..<3 { try await crash(test) }
            clock.advance(by: .seconds(30))
            try await crash(test)
            let refusal = try #require(try await open(test))
            #expect(refusal.hasPrefix("glutton is resting for 60 s: it failed again after a rest of 30 s; "))
            clock.advance(by: .seconds(60))
            #expect(try await open(test) == nil)
            try await crash(test)
            #expect(try await open(test) == nil)
        }
    }

    @Test func resettingItOrAnotherLibraryLetsItOpenAtOnce() async throws {
        try await with { test, _ in
            for _ in 0..<3 { try await crash(test) }
            let id = try test.bundle(Glutton.id).id
            #expect(try test.host.reset(id))
            #expect(try !test.host.reset(id))
            for _ in 0..<3 { try await crash(test) }
            #expect(try await open(test) != nil)
            let library = try #require(try test.bundle(Glutton.id).libraryPath)
            // The same content in another file, as after an installation: the content is not read.
            try FileManager.default.copyItem(atPath: library, toPath: library + ".new")
            #expect(rename(library + ".new", library) == 0)
            #expect(try await open(test) == nil)
            for _ in 0..<3 { try await crash(test) }
            #expect(try await open(test) != nil)
            try Data(contentsOf: URL(filePath: try PluginWorkshop.bundle("recorder") + "/lib/plugin.so"))
                .write(to: URL(filePath: library))
            #expect(try await open(test) == nil)
        }
    }

    @Test func endsThatAreNoFailureDoNotCount() async throws {
        try await with { test, _ in
            for _ in 0..<5 {
                let refusal = try await open(test)
                #expect(refusal == nil)
            }
        }
    }

    @Test func theCommandSaysSoAndClearsIt() async throws {
        try await Tool.with(bundles: [try Glutton.bundle()]) { tool in
            try await tool.setUp()
            let launch = ["launch", Glutton.id, "--conversation", "chat", "--script", "-"]
            for _ in 0..<3 { #expect(try await tool.run(all: launch, script: "tap crash\n").status == 3) }
            let refused = try await tool.run(all: launch)
            #expect(refused.status == 3)
            #expect(
                refused.errors.contains("it failed 3 times within 5 minutes; `mayfly reset \(Glutton.id)` clears it")
            )
            #expect(try await tool.run("reset", "org.example.nobody").status == 1)
            #expect(try await tool.run("reset", Glutton.id).lines == ["reset \(Glutton.id)"])
            #expect(
                try await tool.run("reset", Glutton.id, "--json").lines == [
                    #"{"id":"\#(Glutton.id)","forgotten":false}"#
                ]
            )
            // On a busy machine it may be late for one of the command's deadlines; it is not refused.
            #expect(try await !tool.run(all: launch).errors.contains("resting"))
        }
    }
}
