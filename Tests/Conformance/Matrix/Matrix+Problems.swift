extension Matrix {
    /// Why the matrix is not whole: a line for each statement that is not as the specification says, and what is wrong
    /// with the run. Empty if nothing is.
    package var problems: [String] {
        var lines = rows.compactMap(\.problem)
        lines += unknown.map { "\($0.id): \(Self.names($0.tests)) claims it, and there is no such statement" }
        lines += run.failures.map { "\(Self.name($0)) failed" }
        if run.strayFailures > 0 { lines.append("failures outside of any test: \(run.strayFailures)") }
        if !run.isWhole { lines.append("the test run did not come to its end") }
        return lines
    }

    /// Names of tests in one line.
    static func names(_ tests: [String]) -> String { tests.map(name).joined(separator: ", ") }

    /// The id of a test without its place in the source: `IntegrationTests.CallTests/everyCallIsAnsweredOnceAndInOrder()`.
    static func name(_ test: String) -> String {
        let parts = test.split(separator: "/")
        guard parts.count > 1, parts.last?.contains(".swift:") == true else { return test }
        return parts.dropLast().joined(separator: "/")
    }
}

extension Matrix.Row {
    /// In which way the row is not as the specification says.
    fileprivate var problem: String? {
        let id = statement.id
        guard statement.status == .proved else {
            guard !tests.isEmpty else { return nil }
            let claim = "\(Matrix.names(tests.map(\.test))) claims it"
            return "\(id) is marked '\(statement.status.word)' in \(statement.place), and \(claim): mark it 'proved'"
        }
        guard !tests.isEmpty else {
            return """
                \(id) is marked 'proved' in \(statement.place), and no test that ran claims it (one that was skipped proves \
                nothing)
                """
        }
        let lacking = Dictionary(grouping: tests.filter { $0.outcome != .passed }, by: \.outcome)
        let reasons = TestRun.Outcome.allCases.compactMap { outcome in
            lacking[outcome].map { "\(Matrix.names($0.map(\.test))) \(outcome.reason)" }
        }
        return reasons.isEmpty ? nil : "\(id) is not proved: \(reasons.joined(separator: "; "))"
    }
}

extension TestRun.Outcome {
    /// Why a test with this outcome proves nothing.
    fileprivate var reason: String {
        switch self {
        case .passed: "passed"
        case .failed: "failed"
        case .skipped: "was skipped on this machine, and a test that was skipped proves nothing"
        case .notRun: "did not come to its end"
        }
    }
}
