import Foundation
import MayflyTestSupport
import MayflyTesting
import Testing

/// How scenarios end that do not come to their last step, and what they say of ends of extensions.
@Suite struct ScenarioEndTests {
    /// The extension changes the field as long as it runs, so every comparison finds another one.
    @Test func whatNeverComesToRestIsComparedNoLongerThanItMay() async throws {
        let folder = try ScenarioFolder()
        let swapper = try PluginWorkshop.bundle("swapper", options: ["-pthread"])
        let outcome = try await folder.play(
            "within: 100ms\nsteps:\n  - do: open\n  - do: tap ceaseless\n  - do: wait insertMessage\n    expect: {field: {is: calm}}\n",
            with: swapper
        )
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("a.yaml:6:26: step 3, as alice"), "\(outcome.output)")
        #expect(
            outcome.output.contains(
                "    expected: the field is 'calm'\n    there:    the field is '[swapper] ceaseless "
            )
        )
    }

    /// It happens during one of the first two steps after the tap; the second of them waits for it. The third one would hide it.
    @Test func aCrashIsToldInTheStepThatNoticesIt() async throws {
        let folder = try ScenarioFolder()
        let scenario = """
            steps:
              - do: open
              - do: tap soon
              - expect: {view: {is: (no extension is open)}}
              - do: open

            """
        let outcome = try await folder.play(scenario, with: try Crasher.bundle)
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("failed:   crasher was closed: it crashed with signal 11"), "\(outcome.output)")
        #expect(outcome.output.contains(#/step [23], as alice/#), "\(outcome.output)")
        let expected = scenario.replacing("expect: {view", with: "expect: {receipt: {cause: crashed}, view")
        let known = try await folder.play(expected, with: try Crasher.bundle)
        #expect(known.status == 0 || known.output.contains("step 2, as alice"), "\(known.output)")
    }

    @Test func anEarlierReceiptIsNotThatOfWhatIsOpenNow() async throws {
        let folder = try ScenarioFolder()
        let scenario = """
            steps:
              - do: open
              - do: dismiss
                expect: {receipt: {cause: finished}}
              - do: open
                within: 100ms
                expect: {receipt: {cause: finished}}

            """
        let outcome = try await folder.play(scenario)
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("a.yaml:7:31: step 3, as alice"), "\(outcome.output)")
        #expect(outcome.output.contains("there:    there is no receipt"), "\(outcome.output)")
    }

    /// What is wrong with people and conversations is found when they are made.
    @Test(arguments: [
        ("devices: {alice: full, bob: full, watch: {of: carol, profile: watch}}", "a.yaml:1:35: "),
        ("conversation: {name: \"\"}", "a.yaml:1:15: "),
    ]) func everyErrorHasItsPlace(line: String, place: String) async throws {
        let folder = try ScenarioFolder()
        let outcome = try await folder.play("\(line)\nsteps:\n  - do: field\n")
        #expect(outcome.status == 1)
        #expect(outcome.output.hasPrefix("FAILED  a.yaml\n  \(place)"), "\(outcome.output)")
    }

    /// Carol could have no window there: she is no member of the conversation.
    @Test(arguments: [("leave", 0), ("field", 1)]) func leavingOpensNoWindow(line: String, status: Int32) async throws {
        let folder = try ScenarioFolder()
        let people = "devices: {alice: full, bob: full, carol: full}\nconversation: {with: [alice, bob]}\n"
        let outcome = try await folder.play(people + "steps:\n  - {as: carol, do: \(line)}\n")
        #expect(outcome.status == status, "\(outcome.output)")
        if status != 0 {
            #expect(outcome.output.contains("a.yaml:4:5: step 1, as carol\n    do:       field\n    failed:   "))
        }
    }

    /// Wherever the signal comes, the steps that are left are not played.
    @Test func aSignalEndsAScenarioAtOnce() async throws {
        let folder = try ScenarioFolder()
        let step = "  - do: open\n  - do: dismiss\n  - do: leave\n"
        let file = try folder.write("steps:\n" + String(repeating: step, count: 3000), to: "long.yaml")
        try FileManager.default.createDirectory(atPath: folder.path + "/tmp", withIntermediateDirectories: true)
        let process = Process()
        process.executableURL = URL(filePath: Bundle.main.bundlePath + "/mayfly-author")
        process.arguments = ["test", file, "--extension", Samples.tally]
        process.environment = ["PATH": "/usr/bin:/bin", "TMPDIR": folder.path + "/tmp"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
        try await until {
            let homes = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/tmp")
            return homes.contains { FileManager.default.fileExists(atPath: folder.path + "/tmp/\($0)/mayfly.sqlite") }
        }
        kill(process.processIdentifier, SIGINT)
        try await until { !process.isRunning }
        #expect(process.terminationReason == .exit && process.terminationStatus == 130)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/tmp").isEmpty)
    }

    @Test func whatIsNoRegularFileIsNotWaitedFor() async throws {
        let folder = try ScenarioFolder()
        try #require(mkfifo(folder.path + "/fifo.yaml", 0o600) == 0)
        let fifo = try await folder.run("test", folder.path + "/fifo.yaml")
        #expect(fifo.status == 1)
        #expect(
            fifo.output.contains("/fifo.yaml: the file cannot be read: a FIFO, where a regular file is needed\n"),
            "\(fifo.output)"
        )
        let large = try folder.write(String(repeating: "# none\n", count: 40_000), to: "large.yaml")
        let outcome = try await folder.run("test", large)
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("/large.yaml: the file cannot be read: 280"), "\(outcome.output)")
        #expect(outcome.output.contains("bytes, over the limit of 262"), "\(outcome.output)")
        let picture = try await folder.play(
            "within: 100ms\nsteps:\n  - do: open\n    expect: {svg: {card: fifo.yaml}}\n"
        )
        #expect(
            picture.output.contains("the file 'fifo.yaml' cannot be read: a FIFO, where a regular file is needed\n"),
            "\(picture.output)"
        )
    }
}
