import Foundation
import MayflyConformance
import Testing

/// A row is proved by tests that ran and passed, and by nothing else.
@Suite struct MatrixTests {
    private static let statements = Array(Catalogue.statements.prefix(2))

    private static func matrix(_ claims: [String: [String]], events: [String]) throws -> Matrix {
        let stream = events.map { $0 + "\n" }.joined()
        return Matrix(
            statements: statements,
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
        #expect(matrix.text.contains("2 of 2 core statements proved"))
    }

    @Test func aStatementWithoutATestIsNotProved() throws {
        let matrix = try Self.matrix(["T": ["C-001"]], events: Self.good)
        #expect(matrix.rows.map(\.isProved) == [true, false])
        #expect(!matrix.isWhole)
        #expect(matrix.text.contains("not proved: C-002"))
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
        #expect(matrix.text.contains("failed: U"))
    }

    @Test func aRunThatBrokeOffOrFailedElsewhereIsNotWhole() throws {
        let claims = ["T": ["C-001", "C-002"]]
        #expect(try !Self.matrix(claims, events: Self.good.dropLast()).isWhole)
        let stray = Self.event("issueRecorded", nil, issue: #"{"isFailure":true}"#)
        #expect(try !Self.matrix(claims, events: Self.good + [stray]).isWhole)
        let other = Self.event("issueRecorded", "V", issue: #"{"isFailure":true}"#)
        #expect(try !Self.matrix(claims, events: Self.good + [other]).isWhole)
    }

    @Test func aClaimOfWhatDoesNotExistIsAnError() throws {
        let matrix = try Self.matrix(["T": ["C-001", "C-002", "C-999"]], events: Self.good)
        #expect(matrix.unknown == ["C-999"])
        #expect(!matrix.isWhole)
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
