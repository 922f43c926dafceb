import Foundation
import MayflyTestSupport
import MayflyTesting
import Testing

/// For each kind of expectation one scenario that fails, with what its author is told.
@Suite struct ScenarioFailureTests {
    /// The last step of a scenario in which alice has Tally open, and what is told of it.
    struct Case: Sendable, CustomTestStringConvertible {
        let step: String
        let column: Int
        let report: [String]

        var testDescription: String { step }

        init(_ step: String, at column: Int, _ report: String...) {
            (self.step, self.column, self.report) = (step, column, report)
        }
    }

    private static let view = "0 (1) Title: ____ (needs expanded style) [2] +1 [3] -1 [4] Put it in the message"

    private static let cases = [
        Case(
            "expect: {view: {contains: seven}}",
            at: 31,
            "expected: the view contains 'seven'",
            "there:    the view is '\(view)'"
        ),
        Case(
            "expect: {view: {lacks: Title}}",
            at: 28,
            "expected: the view does not contain 'Title'",
            "there:    the view is '\(view)'"
        ),
        Case("expect: {view: {is: 0}}", at: 25, "expected: the view is '0'", "there:    the view is '\(view)'"),
        Case(
            "expect: {view: {line: 1}}",
            at: 27,
            "expected: the view has the line '1'",
            "there:    the view is '\(view)'"
        ),
        Case(
            "expect: {field: {is: hello}}",
            at: 26,
            "expected: the field is 'hello'",
            "there:    the field is '(empty)'"
        ),
        Case(
            "expect: {transcript: {contains: hello}}",
            at: 37,
            "expected: the transcript contains 'hello'",
            "there:    the transcript is '(no messages)'"
        ),
        Case(
            "expect: {transcript: {last: {is: hello}}}",
            at: 38,
            "expected: the last row of the transcript is 'hello'",
            "there:    the last row of the transcript is '(no messages)'"
        ),
        Case("expect: {transcript: {count: 2}}", at: 34, "expected: the transcript has 2 rows", "there:    it has 0"),
        Case(
            "expect: {log: {contains: hello}}",
            at: 30,
            "expected: the log contains 'hello'",
            "there:    the log is '(no lines)'"
        ),
        Case(
            "expect: {receipt: {cause: killed}}",
            at: 31,
            "expected: the last receipt has cause 'killed'",
            "there:    there is no receipt"
        ),
        Case(
            "{kill: worker, expect: {receipt: {cause: finished}}}",
            at: 46,
            "expected: the last receipt has cause 'finished'",
            "there:    it has cause 'crashed'"
        ),
        Case(
            "expect: {callbacks: [willBecomeActive, viewDidLoad]}",
            at: 25,
            "expected: the callbacks are in this order willBecomeActive, viewDidLoad",
            "there:    they are viewDidLoad, willBecomeActive"
        ),
        Case(
            "expect: {callbacks: {exactly: []}}",
            at: 25,
            "expected: there are no callbacks",
            "there:    they are viewDidLoad, willBecomeActive"
        ),
        Case(
            "expect: {calls: [insertMessage]}",
            at: 21,
            "expected: the calls are in this order insertMessage",
            "there:    they are presentView"
        ),
        Case(
            "expect: {refusals: [presentView]}",
            at: 24,
            "expected: the refusals are in this order presentView",
            "there:    they are none"
        ),
        Case(
            "{do: show, expect: {error: {contains: x}}}",
            at: 43,
            "do:       show",
            "expected: the line fails with a message that contains 'x'",
            "there:    the line did not fail"
        ),
        Case(
            "{do: tap 9, expect: {error: {contains: zzz}}}",
            at: 44,
            "do:       tap 9",
            "expected: the line fails with a message that contains 'zzz'",
            "there:    it failed with 'the view has no control '9'; they are numbered 1 to 4'"
        ),
        Case("do: tap 9", at: 5, "do:       tap 9", "failed:   the view has no control '9'; they are numbered 1 to 4"),
        Case(
            "expect: {svg: {card: none.svg}}",
            at: 26,
            "expected: the card looks like 'none.svg'",
            "there:    there is no file 'none.svg'; 'mayfly test --record-pictures' writes it"
        ),
        Case("{do: dismiss, kill: worker, as: bob}", at: 5, "do:       dismiss", "failed:   'bob' has no open window"),
    ]

    @Test(arguments: cases) func tellsWhatWasExpectedAndWhatWasThere(example: Case) async throws {
        let folder = try ScenarioFolder()
        let outcome = try await folder.play("within: 100ms\nsteps:\n  - do: open\n  - \(example.step)\n")
        let lines = outcome.lines
        let device = example.step.contains("as: bob") ? "bob" : "alice"
        #expect(outcome.status == 1, "\(outcome.output)")
        #expect(lines.first == "FAILED  a.yaml")
        #expect(lines.dropFirst().first == "  a.yaml:4:\(example.column): step 2, as \(device)", "\(outcome.output)")
        let told = lines.dropFirst(2).prefix { $0.hasPrefix("    ") && !$0.hasPrefix("    the last events") }
        #expect(told.map { String($0.dropFirst(4)) } == example.report, "\(outcome.output)")
        #expect(lines.last == "failed: 1 of 1 scenario")
    }

    /// Scenarios come with the projects of others: recording writes pictures in their folder, and replaces nothing else.
    @Test func recordingReplacesNothingButPictures() async throws {
        let folder = try ScenarioFolder()
        func played(_ path: String) async throws -> Tool.Outcome {
            try await folder.play(
                "within: 100ms\nsteps:\n  - do: open\n  - expect: {svg: {card: \(path)}}\n",
                "--record-pictures"
            )
        }
        let outside = try ScratchFolder()
        let victim = try outside.write("mine", to: "victim.svg")
        for path in [victim, "../victim.svg", "a/../../victim.svg"] {
            let refused = try await played(path)
            #expect(refused.status == 1 && refused.output.contains("below the folder of the scenario"), "\(refused)")
        }
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/link.svg", withDestinationPath: victim)
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/out", withDestinationPath: outside.path)
        try folder.write("steps", to: "notes.txt")
        for (path, reason) in [
            ("link.svg", "something that is no file has that name"),
            ("out/victim.svg", "it is outside of the scenario's folder"),
            ("notes.txt", "its name must end in '.svg'"),
        ] {
            let refused = try await played(path)
            #expect(refused.status == 1 && refused.output.contains(reason), "\(path): \(refused)")
        }
        #expect(try String(contentsOfFile: victim, encoding: .utf8) == "mine")
        #expect(try String(contentsOfFile: folder.path + "/notes.txt", encoding: .utf8) == "steps")
    }

    @Test func aPictureThatDiffersIsTold() async throws {
        let folder = try ScenarioFolder()
        let scenario = "within: 100ms\nsteps:\n  - do: open\n  - expect: {svg: {card: card.svg}}\n"
        let recorded = try await folder.play(scenario, "--record-pictures")
        #expect(recorded.status == 0, "\(recorded.output)")
        let svg = try String(contentsOfFile: folder.path + "/card.svg", encoding: .utf8)
        #expect(XMLTree(svg)?["text"].count == 3)
        // Another way to write the same picture, and a place that differs by less than is allowed.
        try folder.write(
            svg.replacing("/>\n", with: "></rect>\n").replacing("25.5", with: "25.20").replacing(
                "\n<text",
                with: "\n\n  <text"
            ),
            to: "card.svg"
        )
        #expect(try await folder.play(scenario).status == 0)
        try folder.write(svg.replacing("25.5", with: "35.5"), to: "card.svg")
        let moved = try await folder.play(scenario)
        #expect(moved.status == 1)
        #expect(moved.output.contains("there:    element 4 (text) has y '25.5', not '35.5'"), "\(moved.output)")
        try folder.write(svg.replacing("Put it in", with: "Put it into"), to: "card.svg")
        let other = try await folder.play(scenario)
        #expect(other.output.contains("element 6 (text) has the text '[2] +1"), "\(other.output)")
        try folder.write("no picture", to: "card.svg")
        #expect(try await folder.play(scenario).output.contains("is no SVG picture"))
    }

    /// An extension that crashes fails the step, and also the scenario where that is in the end.
    @Test func aCrashFailsTheScenario() async throws {
        let folder = try ScenarioFolder()
        let crasher = try PluginWorkshop.bundle("crasher", options: ["-pthread"])
        let step = try await folder.play("steps:\n  - do: open\n  - do: tap abort\n", with: crasher)
        #expect(step.status == 1)
        #expect(step.output.contains("failed:   crasher was closed: it crashed with signal 6"), "\(step.output)")
        let expected =
            "steps:\n  - do: open\n  - do: tap abort\n    expect: {error: {contains: signal 6}, receipt: {cause: crashed}}\n"
        #expect(try await folder.play(expected, with: crasher).status == 0)
    }
}
