import Foundation
import MayflyTestSupport
import Testing

/// The fixtures of pytest in `Examples/python`, with their own tests.
@Suite struct PytestFixtureTests {
    private static let hasPytest =
        (try? Program(["/usr/bin/python3", "-c", "import pytest"], takesErrors: true))?.status == 0
    private static let folder = Checkout.folder.path + "/Examples/python"

    /// Runs the tests of a file with the sample Tally; gives the last line of the report.
    private static func runTests(in file: String) async throws -> String {
        try await Tool.with { tool in
            var tool = tool
            // The tests make homes of their own, and leave no files of Python in the checkout.
            tool.variables = ["PYTHONPATH": folder, "PYTHONDONTWRITEBYTECODE": "1", "TMPDIR": NSTemporaryDirectory()]
            let plugins = ["-p", "mayfly_pytest", "-p", "pytester", "-p", "no:cacheprovider"]
            let outcome = try await tool.run(
                program: "/usr/bin/python3",
                all: ["-m", "pytest", "-q"] + plugins
                    + ["--mayfly", Bundle.main.bundlePath + "/mayfly", "--mayfly-bundle", Samples.tally, file]
            )
            #expect(outcome.status == 0, "\(outcome.output) \(outcome.errors)")
            return outcome.lines.last ?? ""
        }
    }

    @Test(.enabled(if: hasPytest, "pytest is not installed for /usr/bin/python3"))
    func theirOwnTestsPass() async throws {
        let file = Self.folder + "/tests/test_tally.py"
        let tests = try String(contentsOf: URL(filePath: file), encoding: .utf8).matches(of: #/(?m)^def test_/#).count
        let report = try await Self.runTests(in: file)
        #expect(tests > 0 && report.hasPrefix("\(tests) passed"), "\(report)")
    }

    @Test(.enabled(if: hasPytest, "pytest is not installed for /usr/bin/python3"))
    func theTestOfThePagePasses() async throws {
        let blocks = try MarkdownPage(name: "Documentation/testing.md").blocks.filter { $0.language == "python" }
        try #require(blocks.count == 1)
        let folder = try ScratchFolder()
        let report = try await Self.runTests(in: folder.write(blocks[0].text, to: "test_page.py"))
        #expect(report.hasPrefix("1 passed"), "\(report)")
    }
}
