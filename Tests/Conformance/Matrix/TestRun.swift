package import Foundation

/// How the tests went, as the event streams of Swift Testing tell it: one stream for each process that ran some of them.
package struct TestRun: Sendable {
    /// How one test went, from the best to the worst.
    package enum Outcome: String, CaseIterable, Sendable {
        case passed = "pass"
        /// Skipped or cancelled, because this machine lacks what it needs.
        case skipped = "skipped"
        /// Without a case, or never come to its end.
        case notRun = "not run"
        case failed = "FAIL"
    }

    private var tests: [String: Progress] = [:]
    /// False when a process ended before its run did.
    package private(set) var isWhole = false
    /// Failures that belong to no test, such as those of a detached task.
    package private(set) var strayFailures = 0

    /// Reads event streams: a JSON object a line. Kinds of records that have no meaning here are skipped, and so is a last
    /// line that a crashed process did not write to its end.
    package init(_ streams: Data...) throws { try self.init(streams) }

    /// The same for any number of streams; none is not a whole run.
    package init(_ streams: [Data]) throws {
        var wholeStreams = 0
        for stream in streams {
            isWhole = false
            try add(stream)
            wholeStreams += isWhole ? 1 : 0
        }
        isWhole = !streams.isEmpty && wholeStreams == streams.count
    }

    private mutating func add(_ stream: Data) throws {
        let decoder = JSONDecoder()
        let newline = UInt8(ascii: "\n")
        let whole = stream.lastIndex(of: newline).map { stream[...$0] } ?? Data()
        for line in whole.split(separator: newline) {
            add(try decoder.decode(StreamRecord.self, from: line))
        }
    }

    /// How that test went; `notRun` for one that the stream does not name.
    package func outcome(of test: String) -> Outcome { tests[test]?.outcome ?? .notRun }

    /// The ids of all tests that failed.
    package var failures: [String] { tests.filter { $0.value.outcome == .failed }.keys.sorted() }

    private mutating func add(_ record: StreamRecord) {
        let payload = record.payload
        if record.kind == "test", let id = payload.id {
            tests[id, default: Progress()].needsCase = payload.isParameterized ?? false
            return
        }
        if payload.kind == "runEnded" { isWhole = true }
        let isFailure = payload.issue.map { $0.isFailure ?? true || $0.isKnown ?? false } ?? false
        guard let id = payload.testID else {
            strayFailures += isFailure ? 1 : 0
            return
        }
        tests[id, default: Progress()].add(payload.kind ?? "", isFailure: isFailure)
    }

    /// What the stream has told about one test so far.
    private struct Progress {
        var needsCase = false
        private var hasFailed = false
        private var hasEnded = false
        private var hasCase = false
        private var isCutShort = false

        mutating func add(_ kind: String, isFailure: Bool) {
            hasFailed = hasFailed || isFailure
            switch kind {
            case "testEnded": hasEnded = true
            case "testCaseStarted": hasCase = true
            case "testSkipped", "testCancelled", "testCaseCancelled": isCutShort = true
            default: break
            }
        }

        var outcome: Outcome {
            if hasFailed { return .failed }
            if isCutShort { return .skipped }
            return hasEnded && (hasCase || !needsCase) ? .passed : .notRun
        }
    }
}
