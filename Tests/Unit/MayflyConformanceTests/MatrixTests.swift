import Foundation
import MayflyConformance
import Testing

/// A row is proved by tests that ran and passed, and by nothing else.
@Suite struct MatrixTests {
    private static let proved = [statement(1), statement(2)]

    private static func statement(
        _ number: Int,
        _ status: Statement.Status = .proved,
        isLater: Bool = false
    ) -> Statement {
        Statement(
            number: number,
            tag: "S",
            isLater: isLater,
            text: "It holds",
            source: "ART",
            status: status,
            place: "page.md:\(number)"
        )
    }

    private static func matrix(
        _ claims: [String: [String]],
        events: [String],
        statements: [Statement]? = nil
    ) throws -> Matrix {
        let stream = events.map { $0 + "\n" }.joined()
        return Matrix(
            statements: statements ?? proved,
            claims: claims.map { Claim(test: $0, statements: $1) },
            run: try TestRun(Data(stream.utf8))
        )
    }

    private static func event(_ kind: String, _ test: String? = "T", issue: String? = nil) -> String {
        let id = test.map { #","testID":"\#($0)""# } ?? ""
        let issue = issue.map { #","issue":\#($0)"# } ?? ""
        return #"{"kind":"event","version":"6.3","payload":{"kind":"\#(kind)","messages":[]\#(id)\#(issue)}}"#
    }

    private static func test(_ id: String = "T", parameterized: Bool = false) -> String {
        #"{"kind":"test","payload":{"id":"\#(id)","kind":"function","isParameterized":\#(parameterized)}}"#
    }

    private static let good = [test(), event("testStarted"), event("testEnded"), event("runEnded", nil)]

    @Test func aTestThatPassedProvesItsStatements() throws {
        let matrix = try Self.matrix(["T": ["C-001", "C-002"]], events: Self.good)
        #expect(matrix.rows.map(\.isProved) == [true, true])
        #expect(matrix.isWhole)
        #expect(matrix.summary == "conformance: 2 of 2 core statements proved; 0 of 0 optional ones proved")
        #expect(matrix.text.contains("C-001  proved    It holds\n                 T: pass"))
    }

    @Test func aStatementWithoutATestIsNotProved() throws {
        let matrix = try Self.matrix(["T": ["C-001"]], events: Self.good)
        #expect(matrix.rows.map(\.isProved) == [true, false])
        #expect(!matrix.isWhole)
        let reason = "no test that ran claims it (one that was skipped proves nothing)"
        #expect(matrix.problems == ["C-002 is marked 'proved' in page.md:2, and \(reason)"])
        #expect(matrix.summary.hasSuffix("error: " + matrix.problems[0]))
        #expect(matrix.text.contains("C-002  NO PROOF  It holds"))
    }

    @Test(
        "what is not a pass",
        arguments: [
            [test(), event("testStarted"), event("runEnded", nil)],
            [test(), event("testSkipped"), event("runEnded", nil)],
            [test(), event("testStarted"), event("testCancelled"), event("testEnded"), event("runEnded", nil)],
            [test(parameterized: true), event("testStarted"), event("testEnded"), event("runEnded", nil)],
            [event("runEnded", nil)],
            good + [event("issueRecorded", issue: #"{"isFailure":true,"isKnown":false}"#)],
            good + [event("issueRecorded", issue: #"{"isFailure":false,"isKnown":true}"#)],
        ]
    )
    func onlyACleanEndIsAPass(events: [String]) throws {
        let matrix = try Self.matrix(["T": ["C-001", "C-002"]], events: events)
        #expect(matrix.rows.map(\.isProved) == [false, false])
        #expect(!matrix.isWhole)
    }

    @Test func aWarningIsNotAFailure() throws {
        let events = Self.good + [Self.event("issueRecorded", issue: #"{"isFailure":false,"isKnown":false}"#)]
        #expect(try Self.matrix(["T": ["C-001", "C-002"]], events: events).isWhole)
    }

    @Test func everyTestOfAStatementMustPass() throws {
        let failing = [Self.test("U"), Self.event("issueRecorded", "U", issue: #"{"isFailure":true}"#)]
        let matrix = try Self.matrix(["T": ["C-001", "C-002"], "U": ["C-002"]], events: Self.good + failing)
        #expect(matrix.rows.map(\.isProved) == [true, false])
        #expect(matrix.problems == ["C-002 is not proved: U failed", "U failed"])
        #expect(matrix.text.contains("C-002  FAIL      It holds"))
    }

    @Test func aTestThatWasSkippedIsNamedAndProvesNothing() throws {
        let skipped = [Self.test("U"), Self.event("testSkipped", "U")]
        let matrix = try Self.matrix(["T": ["C-001", "C-002"], "U": ["C-002"]], events: Self.good + skipped)
        let reason = "U was skipped on this machine, and a test that was skipped proves nothing"
        #expect(matrix.problems == ["C-002 is not proved: \(reason)"])
        #expect(matrix.text.contains("C-002  skipped   It holds"))
    }

    @Test func whatIsNotMadeAndNotClaimedIsSaidAndIsNoProblem() throws {
        let matrix = try Self.matrix(
            ["T": ["C-001"]],
            events: Self.good,
            statements: [
                Self.statement(1), Self.statement(2, .notMade("no face draws it")),
                Self.statement(3, .noTest("it is advice")), Self.statement(4, .optional, isLater: true),
            ]
        )
        #expect(matrix.isWhole)
        #expect(
            matrix.summary == """
                conformance: 1 of 3 core statements proved, 1 not made, 1 no test; 0 of 1 optional ones proved
                not made: C-002, no face draws it
                no test: C-003, it is advice
                """
        )
    }

    @Test(arguments: [Statement.Status.notMade("no face draws it"), .noTest("it is advice"), .optional])
    func aClaimOfWhatIsNotMarkedAsProvedIsAnError(status: Statement.Status) throws {
        let statements = [Self.statement(1, status, isLater: true)]
        let matrix = try Self.matrix(["T": ["C-001"]], events: Self.good, statements: statements)
        #expect(matrix.problems == ["C-001 is marked '\(status.word)' in page.md:1, and T claims it: mark it 'proved'"])
        #expect(matrix.text.contains("C-001  CLAIMED   It holds"))
    }

    @Test func anOptionalStatementThatIsProvedIsCounted() throws {
        let statements = [Self.statement(1, isLater: true)]
        let matrix = try Self.matrix(["T": ["C-001"]], events: Self.good, statements: statements)
        #expect(matrix.summary == "conformance: 0 of 0 core statements proved; 1 of 1 optional ones proved")
    }

    @Test func aRunThatBrokeOffOrFailedElsewhereIsNotWhole() throws {
        let claims = ["T": ["C-001", "C-002"]]
        #expect(try !Self.matrix(claims, events: Self.good.dropLast()).isWhole)
        let stray = Self.event("issueRecorded", nil, issue: #"{"isFailure":true}"#)
        #expect(try !Self.matrix(claims, events: Self.good + [stray]).isWhole)
        let other = Self.event("issueRecorded", "V", issue: #"{"isFailure":true}"#)
        #expect(try !Self.matrix(claims, events: Self.good + [other]).isWhole)
    }

    @Test func everyStreamMustComeToItsEnd() throws {
        let other = [
            Self.test("U"), Self.event("testStarted", "U"), Self.event("testEnded", "U"), Self.event("runEnded", nil),
        ]
        func stream(_ events: some Sequence<String>) -> Data { Data(events.map { $0 + "\n" }.joined().utf8) }
        let both = try TestRun(stream(Self.good), stream(other))
        #expect(both.isWhole && both.outcome(of: "T") == .passed && both.outcome(of: "U") == .passed)
        #expect(try !TestRun(stream(Self.good), stream(other.dropLast())).isWhole)
        #expect(try !TestRun(stream(Self.good.dropLast()), stream(other)).isWhole)
        #expect(try !TestRun([]).isWhole)
    }

    @Test func aClaimOfWhatDoesNotExistIsAnError() throws {
        let matrix = try Self.matrix(["T": ["C-001", "C-002", "C-999"]], events: Self.good)
        #expect(matrix.unknown.map(\.id) == ["C-999"])
        #expect(matrix.problems == ["C-999: T claims it, and there is no such statement"])
    }

    @Test func aLineThatIsCutShortEndsTheStream() throws {
        let stream = Data((Self.good.dropLast().joined(separator: "\n") + "\n" + #"{"kind":"ev"#).utf8)
        let run = try TestRun(stream)
        #expect(run.outcome(of: "T") == .passed)
        #expect(!run.isWhole)
    }

    @Test func aBrokenStreamIsAnError() {
        #expect(throws: (any Error).self) { try TestRun(Data("{\"kind\":\n".utf8)) }
        #expect(throws: (any Error).self) { try Claim.read(Data("{}\n".utf8)) }
    }
}
