import Foundation
import MayflyTestSupport
import Testing

/// The tests and plugins that the threat model names as proofs exist.
@Suite struct ThreatModelTests {
    private static let page = "Documentation/threat-model.md"

    /// The cells of the tables with a column of proofs, row by row.
    private static func rows(of text: String) -> [[String]] {
        var rows: [[String]] = []
        var hasProofs = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.hasPrefix("|") else {
                hasProofs = false
                continue
            }
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
            let row = cells.map { $0.trimmingCharacters(in: .whitespaces) }
            if row.last == "shown by" {
                hasProofs = true
            } else if hasProofs, row.last?.hasPrefix("---") == false {
                rows.append(row)
            }
        }
        return rows
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
        // Attributes of a test may stand on lines of their own.
        let tests = text.matches(of: #/\n    @Test\b[^{]*?\bfunc (?<name>\w+)/#).map(\.name)
        return suites.flatMap { suite in [String(suite)] + tests.map { "\(suite)/\($0)" } }
    }

    @Test func everyRowHasProofsThatExist() throws {
        let text = try String(contentsOf: Checkout.folder.appending(path: Self.page), encoding: .utf8)
        let (rows, known) = (Self.rows(of: text), try Self.known())
        #expect(rows.count > 30)
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
