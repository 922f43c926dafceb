/// Which statement is proved by which tests, and how those went.
package struct Matrix: Sendable {
    /// One test that says that it proves the statement of its row.
    package struct Proving: Sendable {
        package let test: String
        package let outcome: TestRun.Outcome
    }

    /// One statement with its tests.
    package struct Row: Sendable {
        package let statement: Statement
        package let tests: [Proving]

        /// At least one test, and every one of them ran and passed.
        package var isProved: Bool { !tests.isEmpty && tests.allSatisfy { $0.outcome == .passed } }
    }

    package let rows: [Row]
    /// Statements that were claimed and do not exist.
    package let unknown: [String]
    package let run: TestRun

    /// `statements` are those of the rows, in their order.
    package init(statements: [Statement] = Catalogue.statements, claims: [Claim], run: TestRun) {
        var tests: [String: Set<String>] = [:]
        for claim in claims {
            for id in claim.statements { tests[id, default: []].insert(claim.test) }
        }
        rows = statements.map { statement in
            let names = tests.removeValue(forKey: statement.id) ?? []
            return Row(
                statement: statement,
                tests: names.sorted().map { Proving(test: $0, outcome: run.outcome(of: $0)) }
            )
        }
        unknown = tests.keys.sorted()
        self.run = run
    }

    /// The rows that must be proved now.
    package var core: [Row] { rows.filter { $0.statement.standing == .core } }

    /// Whether every core statement is proved, in a run that came to its end and in which nothing failed.
    package var isWhole: Bool {
        core.allSatisfy(\.isProved) && unknown.isEmpty && run.isWhole && run.strayFailures == 0 && run.failures.isEmpty
    }
}
