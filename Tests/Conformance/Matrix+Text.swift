extension Matrix {
    /// The report for a person: a line for each statement, its tests below it, and the sums.
    package var text: String {
        var lines: [String] = []
        for row in rows {
            lines.append("\(row.statement.id)  \(verdict(row))  \(row.statement.text)")
            lines += row.tests.map { "                 \(Self.name($0.test)): \($0.outcome.rawValue)" }
        }
        lines.append("")
        lines += remarks
        lines.append("\(core.count(where: \.isProved)) of \(core.count) core statements proved")
        return lines.joined(separator: "\n")
    }

    private var remarks: [String] {
        var lines = rows.compactMap { row in
            if case .untestable(let reason) = row.statement.standing {
                "cannot be tested as written: \(row.statement.id), \(reason)"
            } else {
                String?.none
            }
        }
        let open = core.filter { !$0.isProved }.map(\.statement.id)
        if !open.isEmpty { lines.append("not proved: \(open.joined(separator: ", "))") }
        lines += unknown.map { "statement '\($0)': claimed by a test, not in the catalogue" }
        lines += run.failures.map { "failed: \(Self.name($0))" }
        if run.strayFailures > 0 { lines.append("failures outside of any test: \(run.strayFailures)") }
        if !run.isWhole { lines.append("the test run did not come to its end") }
        return lines
    }

    /// One word of constant width.
    private func verdict(_ row: Row) -> String {
        let word =
            switch row.statement.standing {
            case .later: row.isProved ? "pass" : "later"
            case .elsewhere: row.isProved ? "pass" : "later"
            case .untestable: "untested"
            case .core where row.tests.isEmpty: "NO TEST"
            case .core:
                row.isProved
                    ? "pass" : row.tests.contains { $0.outcome == .failed } ? "FAIL" : "not run"
            }
        return word + String(repeating: " ", count: max(0, 8 - word.count))
    }

    /// The id of a test without its place in the source: `IntegrationTests.CallTests/everyCallIsAnsweredOnceAndInOrder()`.
    private static func name(_ test: String) -> String {
        let parts = test.split(separator: "/")
        guard parts.count > 1, parts.last?.contains(".swift:") == true else { return test }
        return parts.dropLast().joined(separator: "/")
    }
}
