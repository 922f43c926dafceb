/// Which statement is proved by which tests, how those went, and whether the specification says the same.
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
    /// Statements that were claimed and do not exist, each with the tests that claim it.
    package let unknown: [(id: String, tests: [String])]
    package let run: TestRun

    /// `statements` are those of the rows, in their order.
    package init(statements: [Statement], claims: [Claim], run: TestRun) {
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
        unknown = tests.sorted { $0.key < $1.key }.map { ($0.key, $0.value.sorted()) }
        self.run = run
    }

    /// Whether the tests prove what the specification marks as proved, and claim nothing else, in a run that came to its
    /// end and in which nothing failed.
    package var isWhole: Bool { problems.isEmpty }
}
