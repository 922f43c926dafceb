import Foundation
import MayflyTestSupport
import Testing

/// The tests and plugins that the threat model names as proofs exist.
@Suite struct ThreatModelTests {
    private static let page = "Documentation/threat-model.md"

    /// A table: its heads, and the cells of its rows.
    private struct Table {
        let heads: [String]
        var rows: [[String]] = []

        /// Whether it says what an attacker tries, and so needs proofs.
        var isOfAttempts: Bool { heads.first == "what it tries" }
        var hasProofs: Bool { heads.last == "shown by" }
        /// The rows that have more or fewer cells than the table has columns.
        var uneven: [[String]] { rows.filter { $0.count != heads.count } }
    }

    private static func tables(of text: String) -> [Table] {
        var tables: [Table] = []
        var isInTable = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.hasPrefix("|") else {
                isInTable = false
                continue
            }
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
            let row = cells.map { $0.trimmingCharacters(in: .whitespaces) }
            if !isInTable {
                tables.append(Table(heads: row))
            } else if row.first?.hasPrefix("---") == false {
                tables[tables.count - 1].rows.append(row)
            }
            isInTable = true
        }
        return tables
    }

    /// The rows of the tables with a column of proofs.
    private static func rows(of text: String) -> [[String]] { tables(of: text).filter(\.hasProofs).flatMap(\.rows) }

    /// What is wrong with the tables of what attackers try.
    private static func problems(of text: String) -> [String] {
        tables(of: text).filter(\.isOfAttempts).flatMap { table in
            (table.hasProofs ? [] : ["no column of proofs: \(table.rows.first?.first ?? "")"])
                + table.uneven.map { "not as many cells as columns: \($0.first ?? "")" }
        }
    }

    /// What a row names as its proofs.
    private static func proofs(of row: [String]) -> [String] {
        (row.last ?? "").matches(of: #/`(?<name>[^`]+)`/#).map { String($0.name) }
    }

    /// `Suite` and `Suite/test` for each test in a file, and the names of the plugins in C.
    private static func known() throws -> Set<String> {
        let folder = Checkout.folder.appending(path: "Tests")
        let paths = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
        var known = Set(paths.filter { $0.hasPrefix("Faults/Plugins/") }.map { URL(filePath: $0).lastPathComponent })
        for path in paths where path.hasSuffix("Tests.swift") {
            let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
            known.formUnion(Self.tests(in: text))
        }
        return known
    }

    private static func tests(in text: String) -> [String] {
        let suites = text.matches(of: #/@Suite(?:\([^{]*\{[^{]*\}[^{]*\)|\([^{]*\))?\s*struct (?<name>\w+)/#).map(
            \.name
        )
        let parts = text.matches(of: #/\nextension (?:\w+\.)+(?<name>\w+) \{/#).map(\.name)
        // Attributes of a test may stand on lines of their own.
        let tests = text.matches(of: #/\n(?:    ){1,2}@Test\b[^{]*?\bfunc (?<name>\w+)/#).map(\.name)
        return (suites + parts).flatMap { suite in [String(suite)] + tests.map { "\(suite)/\($0)" } }
    }

    @Test func everyRowHasProofsThatExist() throws {
        let text = try String(contentsOf: Checkout.folder.appending(path: Self.page), encoding: .utf8)
        let (rows, known) = (Self.rows(of: text), try Self.known())
        #expect(rows.count > 30)
        #expect(Self.problems(of: text) == [])
        for row in rows {
            let proofs = Self.proofs(of: row)
            #expect(!proofs.isEmpty, "no proof: \(row[0])")
            let missing = proofs.filter { !known.contains($0) }
            #expect(missing.isEmpty, "these do not exist: \(row[0])")
        }
    }

    @Test func proofsAreFoundInTheirColumnOnly() {
        let text = """
            | what | shown by |
            | --- | --- |
            | `a` | `OneTests`, `OneTests/works` |

            | what | why |
            | --- | --- |
            | `b` | `c` |
            """
        #expect(Self.rows(of: text).map(Self.proofs) == [["OneTests", "OneTests/works"]])
    }

    @Test func aTableOrRowOfAttemptsWithoutProofsIsFound() {
        let text = """
            | who | what |
            | --- | --- |
            | a | b |

            | what it tries | shown by |
            | --- | --- |
            | a | `OneTests` |
            | b |

            | what it tries | what stops it |
            | --- | --- |
            | c | d |
            """
        #expect(Self.problems(of: text) == ["not as many cells as columns: b", "no column of proofs: c"])
    }

    @Test func testsAreFoundWithTheirSuites() {
        let text = """
            @Suite(.enabled("x") { true }) struct OneTests {
                @Test(.proves("C-001"), arguments: [1, 2]) func works(number: Int) {}
                @Test(
                    arguments: ["a"]
                )
                func worksToo(text: String) {}
                private func helps() {}
            }
            """
        #expect(Self.tests(in: text) == ["OneTests", "OneTests/works", "OneTests/worksToo"])
    }
}
