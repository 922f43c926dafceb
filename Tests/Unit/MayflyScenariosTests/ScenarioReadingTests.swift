import MayflyScenarios
import Testing

/// What a file of a scenario says, and what its author is told of a wrong one.
@Suite struct ScenarioReadingTests {
    @Test func readsASmallOne() throws {
        let scenario = try Scenario(text: "steps:\n  - do: field\n", file: "a/small.yaml")
        #expect(scenario.name == "small" && scenario.conversation == "chat" && scenario.patience == .seconds(10))
        #expect(scenario.devices.map(\.name) == ["alice", "bob"] && scenario.members == ["alice", "bob"])
        #expect(scenario.steps.map(\.device) == ["alice"])
        #expect(scenario.path("b.svg") == "a/b.svg" && scenario.path("/b.svg") == "/b.svg")
    }

    /// Only a name that an anchor of the file has can be that of an alias.
    @Test(arguments: [
        "steps:\n  - expect: {field: {is: \"salt & pepper: *very* good\"}}\n",
        "steps:\n  - do: \"type - *a & *b\"\n", "name: R&D\nsteps:\n  - do: \"type a: *b*\"\n",
    ]) func starsInTextsAreNoAliases(text: String) throws {
        #expect(try Scenario(text: text, file: "a.yaml").steps.count == 1)
    }

    @Test func readsEverything() throws {
        let scenario = try Scenario(
            text: """
                name: everything
                extension: [a.mayfly, ../b.mayfly]
                devices: {alice: full, phone: {of: alice, profile: watch}, bob: legacy}
                conversation: {name: lunch, with: [alice, bob]}
                within: 2min
                steps:
                  - {as: bob, delivery: hold, clock: 3d, kill: worker, do: open}
                  - do: type hello
                    within: 500ms
                    expect:
                      view: {contains: [a, 1], lacks: b, is: "", line: d}
                      transcript: {contains: e, last: {is: f}, count: 3}
                      receipt: {cause: crashed, phase: didReceive, callbacks: 1, calls: 2, notes: 3}
                      callbacks: [didReceive]
                      calls: {exactly: [insertMessage]}
                      refusals: {exactly: []}
                      error: {contains: g}
                      svg: {card: h.svg, transcript: i.svg, tolerance: 0}
                """,
            file: "a.yaml"
        )
        #expect(scenario.extensions == ["a.mayfly", "../b.mayfly"])
        #expect(scenario.devices.map(\.owner) == [nil, "alice", nil])
        #expect(scenario.patience == .seconds(120))
        #expect(scenario.steps[0].faults == [.delivery(.hold), .clock(.seconds(3 * 86_400)), .kill])
        #expect(scenario.steps[0].deed == .openFirst)
        #expect(scenario.steps[1].device == "bob" && scenario.steps[1].patience == .milliseconds(500))
        #expect(scenario.steps[1].checks.count == 19)
    }

    @Test(arguments: [
        ("step:\n  - do: field\n", "a.yaml:1:1: the scenario has no key 'step'; did you mean 'steps'?"),
        (
            "steps:\n  - tap: 1\n",
            "a.yaml:2:5: a step has no key 'tap'; it has as, do, expect, kill, delivery, clock, within"
        ),
        (
            "steps:\n  - expect: {view: {conatins: 1}}\n",
            "a.yaml:2:21: 'view' has no key 'conatins'; did you mean 'contains'?"
        ),
        ("steps:\n  - do: tpa 1\n", "a.yaml:2:9: 'tpa 1' is not understood; "),
        ("steps:\n  - do: [tap]\n", "a.yaml:2:9: 'do' is a text, not a list"),
        ("steps:\n  - do:\n", "a.yaml:2:8: 'do' is a text, not nothing"),
        ("steps:\n  - do: |\n      tap 1\n      tap 2\n", "a.yaml:2:9: 'do' is one line of a script"),
        ("steps: no\n", "a.yaml:1:8: 'steps' is a list, not the text 'no'"),
        ("steps: []\n", "a.yaml:1:8: 'steps' has no step"), ("{}\n", "a.yaml:1:1: the scenario has no 'steps'"),
        ("- do: tap\n", "a.yaml:1:1: the scenario is a mapping, not a list"),
        ("", "a.yaml: the file is empty; a scenario has 'steps'"),
        ("# nothing\n", "a.yaml: the file is empty; a scenario has 'steps'"),
        (
            "steps:\n  - as: alice\n",
            "a.yaml:2:5: the step does nothing; it has one of do, expect, kill, delivery, clock"
        ),
        ("steps:\n  - as: carol\n    do: send\n", "a.yaml:2:9: there is no device 'carol'; there is alice, bob"),
        ("steps:\n  - do: send\n    do: send\n", "a.yaml:2:5: the key 'do' stands in this mapping more than once"),
        ("steps:\n  - do: \"send\n", "a.yaml:3:1: this is not YAML: "),
        ("steps:\n  - do: send\n  expect: 1\n", "a.yaml:3:3: this is not YAML: "),
        ("steps: [{do: send}]\n---\nsteps: []\n", "a.yaml:2:1: this is not YAML: but found another document"),
        ("a: &x [1]\nsteps: *x\n", "a.yaml:2:8: aliases ('*name') are not read"),
        ("a: !!seq &x [1]\n? *x\n: 1\n", "a.yaml:2:3: aliases ('*name') are not read"),
        ("devices: {alice: ful}\nsteps: [{do: send}]\n", "a.yaml:1:18: there is no profile 'ful'; there is full, "),
        (
            "devices: {alice: full}\nsteps: [{do: send}]\n",
            "a.yaml:1:10: a conversation has at least two people; this one has 1"
        ),
        (
            "conversation: {with: [alice, carol]}\nsteps: [{do: send}]\n",
            "a.yaml:1:30: there is no person 'carol'; there is alice, bob"
        ),
        (
            "within: 5\nsteps: [{do: send}]\n",
            "a.yaml:1:9: 'within' is a time such as 500ms, 10s, 5min, 2h or 3d, not the text '5'"
        ),
        ("steps: [{kill: me}]\n", "a.yaml:1:16: 'kill' is 'worker', not the text 'me'"),
        (
            "steps: [{delivery: hol}]\n",
            "a.yaml:1:20: 'delivery' is one of normal, reversed, hold, lose, fail, not 'hol'; did you mean 'hold'?"
        ),
        ("steps: [{expect: {}}]\n", "a.yaml:1:18: 'expect' expects nothing"),
        ("steps: [{expect: {view: {}}}]\n", "a.yaml:1:25: 'view' expects nothing"),
        ("steps: [{expect: {view: x}}]\n", "a.yaml:1:25: 'view' is a mapping, not the text 'x'"),
        ("steps: [{expect: {view: {contains: []}}}]\n", "a.yaml:1:36: 'contains' has no text"),
        (
            "steps: [{expect: {transcript: {count: -1}}}]\n",
            "a.yaml:1:39: 'count' is a number from 0, not the text '-1'"
        ),
        (
            "steps: [{expect: {transcript: {count: 1.5}}}]\n",
            "a.yaml:1:39: 'count' is a whole number, not the text '1.5'"
        ),
        (
            "steps: [{expect: {receipt: {cause: dead}}}]\n",
            "a.yaml:1:36: no receipt has the cause 'dead'; the causes are "
        ),
        (
            "steps: [{expect: {callbacks: [didRecieve]}}]\n",
            "a.yaml:1:31: there is no callback 'didRecieve'; did you mean 'didReceive'?"
        ),
        ("steps: [{expect: {calls: []}}]\n", "a.yaml:1:26: 'calls' has no name"),
        (
            "steps: [{expect: {error: {is: x}}}]\n",
            "a.yaml:1:31: 'error' is about the line of the step, but the step has no 'do'"
        ),
        ("steps: [{expect: {svg: {tolerance: 1}}}]\n", "a.yaml:1:24: 'svg' names no picture"),
        ("steps: [{do: \"a\\u0001b\"}]\n", "a.yaml:1:14: 'a\\u{1}b' is not understood; "),
        ("steps: \u{1}\n", "a.yaml:1:8: this is not YAML: "),
    ])
    func tellsTheLineAndTheColumnOfAMistake(text: String, message: String) throws {
        let error = #expect(throws: ScenarioError.self) { try Scenario(text: text, file: "a.yaml") }
        let told = try #require(error).text
        #expect(told.hasPrefix(message), "\(told)")
    }

    @Test func readsNoFileThatIsTooLargeOrTooDeep() throws {
        let large = #expect(throws: ScenarioError.self) {
            try Scenario(text: "steps:\n" + String(repeating: "  - do: send\n", count: 30_000), file: "a.yaml")
        }
        #expect(large?.text == "a.yaml: the file has 390007 bytes; a scenario has at most 262144")
        let deep = #expect(throws: ScenarioError.self) {
            try Scenario(text: "steps: " + String(repeating: "[", count: 100_000), file: "a.yaml")
        }
        #expect(deep?.text.hasPrefix("a.yaml:1:") == true, "\(String(describing: deep))")
    }

    /// Nine of nine of nine: more than a billion values in a few lines.
    @Test func refusesAliasesBeforeTheyAreRead() throws {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
        for level in 1...9 {
            let list = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
            text += "a\(level): &a\(level) {[\(list)]: 1}\n"
        }
        let error = #expect(throws: ScenarioError.self) { try Scenario(text: text, file: "a.yaml") }
        #expect(error?.position?.line == 2)
    }

    /// A star in a text is a star.
    @Test func starsInTextsAreNoAliases() throws {
        let scenario = try Scenario(text: "steps:\n  - do: type a *bold* word & more\n", file: "a.yaml")
        #expect(scenario.steps[0].line == "type a *bold* word & more")
    }
}
