import MayflyTestSupport
import MayflyTesting
import Testing

/// `expect` in a script of `mayfly launch`.
@Suite struct ExpectTests {
    private func launch(_ script: String, _ options: String...) async throws -> Tool.Outcome {
        try await Tool.with(bundles: [Samples.tally]) { tool in
            try await tool.setUp()
            let arguments = ["launch", "org.mayfly.tally", "--conversation", "chat", "--as", "alice", "--script", "-"]
            return try await tool.run(all: arguments + options, script: script)
        }
    }

    @Test(arguments: [[], ["--json"]]) func whatIsAsExpectedGoesOn(options: [String]) async throws {
        try await Tool.with(bundles: [Samples.tally]) { tool in
            try await tool.setUp()
            let script = """
                expect view line 0
                tap plus
                expect view contains 1 (1)   Title:
                expect view lacks Titel
                tap stage
                expect field is [Tally] Tally: 1
                expect transcript is (no messages)
                send
                expect field is (empty)
                expect transcript last is alice: [Tally] Tally: 1
                expect log is (no lines)
                dismiss
                expect view is (no extension is open)
                expect receipt notes 0
                """
            let arguments = ["launch", "org.mayfly.tally", "--conversation", "chat", "--as", "alice", "--script", "-"]
            let outcome = try await tool.run(all: arguments + options, script: script)
            #expect(outcome.status == 0, "\(outcome.output) \(outcome.errors)")
        }
    }

    @Test(arguments: [
        ("expect view line 7", "it was expected that the view has the line '7', but the view is '0 (1) Title: "),
        ("expect field is x", "it was expected that the field is 'x', but the field is '(empty)'"),
        (
            "expect transcript last contains hello",
            "it was expected that the last row of the transcript contains 'hello', but the last row of the transcript is '(no messages)'"
        ),
        ("expect log contains hello", "it was expected that the log contains 'hello', but the log is '(no lines)'"),
        (
            "dismiss\nexpect receipt notes 7",
            "it was expected that the last receipt has notes '7', but it has notes '0'"
        ),
    ])
    func whatIsNotEndsTheSession(line: String, problem: String) async throws {
        let outcome = try await launch("tap 2\ntap 3\n\(line)\nsend\n")
        #expect(outcome.status == 1)
        let number = 2 + line.split(separator: "\n").count
        #expect(outcome.errors.hasPrefix("mayfly: script line \(number): \(problem)"), "\(outcome.errors)")
        #expect(!outcome.output.contains("> send"))
    }

    /// The script is read before the launch.
    @Test func aLineThatIsNotUnderstoodStartsNothing() async throws {
        let outcome = try await launch("tap plus\nexpect veiw is 1\n")
        #expect(outcome.status == 1 && outcome.output.isEmpty)
        #expect(
            outcome.errors
                == "mayfly: script line 2: 'expect veiw is 1' is not understood; there is no place 'veiw'; write one of view, field, "
                + "transcript, transcript last, log, receipt\n"
        )
    }
}
