extension Matrix {
    /// The whole report: a line for each statement, its tests below it, and then the summary.
    package var text: String {
        var lines: [String] = []
        for row in rows {
            lines.append("\(row.statement.id)  \(row.verdict)  \(row.statement.text)")
            lines += row.tests.map { "                 \(Self.name($0.test)): \($0.outcome.rawValue)" }
        }
        return (lines + ["", summary]).joined(separator: "\n")
    }

    /// The sums, what is not proved and why, and an error for everything that keeps the matrix from being whole.
    package var summary: String {
        let open = rows.filter { $0.statement.status.remark != nil }
        let lines = open.map { row in
            "\(row.statement.status.word): \(row.statement.id), \(row.statement.status.remark ?? "")"
        }
        return ([sums] + lines + problems.map { "error: \($0)" }).joined(separator: "\n")
    }

    private var sums: String {
        let core = rows.filter { !$0.statement.isLater }
        let later = rows.filter(\.statement.isLater)
        func count(_ word: String) -> Int { core.count { $0.statement.status.word == word } }
        var parts = ["\(core.count(where: \.isProved)) of \(core.count) core statements proved"]
        parts += ["not made", "no test"].filter { count($0) > 0 }.map { "\(count($0)) \($0)" }
        let optional = "\(later.count(where: \.isProved)) of \(later.count) optional ones proved"
        return "conformance: \(parts.joined(separator: ", ")); \(optional)"
    }
}

extension Matrix.Row {
    /// One word or two, of constant width.
    fileprivate var verdict: String {
        let word =
            if statement.status != .proved {
                tests.isEmpty ? statement.status.word : "CLAIMED"
            } else if isProved {
                "proved"
            } else {
                worst?.rawValue ?? "NO PROOF"
            }
        return word + String(repeating: " ", count: max(0, 8 - word.count))
    }

    /// How the test went that proves least; nothing where there is no test.
    private var worst: TestRun.Outcome? {
        TestRun.Outcome.allCases.last { outcome in tests.contains { $0.outcome == outcome } }
    }
}
