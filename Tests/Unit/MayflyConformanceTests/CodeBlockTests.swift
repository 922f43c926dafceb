import Foundation
import MayflyScenarios
import MayflyTestSupport
import Testing

/// Each block of code in the documents is what a compiler, the shell or the product accepts.
///
/// `ExampleTests` compares and applies the block of a difference.
@Suite struct CodeBlockTests {
    /// The pages are read once for all tests, without one that is played whole by `TutorialTests`.
    private static let current = Result {
        try CodeBlock.current().filter { $0.page != "Documentation/tutorial.md" }
    }

    private let blocks: [CodeBlock]

    init() throws { blocks = try Self.current.get() }

    /// Blocks that are neither code nor a terminal, by the page and the first line.
    private static let drawings = [
        ("Documentation/architecture.md", "u32 length of what follows | u8 kind | u8 aside | u16 function | u32"),
        ("Documentation/cli.md", "── chat, alice ──"),
        ("Documentation/plugin-authors.md", "Smileys.mayfly/"),
        ("Documentation/plugin-authors.md", "process 27598 is Hello and waits for a debugger"),
        ("Documentation/plugin-authors.md", "(gdb) break did_perform_action"),
        ("Documentation/workers-and-sandbox.md", " mayfly, or an embedder's app"),
    ]

    private func blocks(in language: String) throws -> [CodeBlock] {
        let found = blocks.filter { $0.language == language }
        try #require(!found.isEmpty)
        return found
    }

    private static func block(_ language: String, _ text: String) -> CodeBlock {
        CodeBlock(page: "page.md", line: 3, language: language, lines: text.split(separator: "\n").map(String.init))
    }

    /// What is wrong with blocks, with their places.
    private static func problems(
        _ blocks: [CodeBlock],
        _ check: (CodeBlock) throws -> [String]
    ) throws -> String {
        try blocks.flatMap { block in try check(block).map { "\(block.place): \($0)" } }.joined(separator: "\n")
    }

    // MARK: - Which blocks there are

    @Test func everyBlockIsOfAKindThatIsChecked() {
        // `ClientExampleTests` runs those in Python and JavaScript.
        let languages: Set = ["c", "swift", "go", "json", "sh", "mermaid", "diff", "python", "javascript", "yaml", ""]
        let unknown = blocks.filter { !languages.contains($0.language) }.map { "\($0.place): \($0.language)" }
        #expect(unknown.isEmpty, "\(unknown.joined(separator: "\n"))")
        #expect(blocks.filter { $0.language == "diff" }.map(\.page) == ["Documentation/adding-a-host-function.md"])
    }

    /// A fragment whose block is gone, or is another one now, would be forgotten in the tests.
    @Test func everyFragmentHasItsBlock() {
        for fragment in CodeFragment.all {
            let found = blocks.filter(fragment.matches)
            #expect(found.count == 1, "\(fragment.page): \(fragment.firstLine)")
            guard let cut = fragment.cut else { continue }
            #expect(found.first?.lines.count { $0 == cut } == 1, "\(fragment.page): \(cut)")
        }
    }

    @Test func readsBlocksWithTheirPlaces() {
        let page = MarkdownPage(text: "# A\n```c\nint a;\n\nint b;\n```\n  ```\n  $ b\n  ```\n", name: "a.md")
        #expect(page.blocks.map(\.place) == ["a.md:3", "a.md:8"])
        #expect(page.blocks.map(\.language) == ["c", ""])
        #expect(page.blocks.map(\.text) == ["int a;\n\nint b;\n", "  $ b\n"])
    }

    // MARK: - Languages

    @Test func compilesEveryBlockInC() throws {
        // `CookbookTests` compiles those that need the first block of their page.
        let whole = try blocks(in: "c").filter { !$0.lines.contains(#"#include "extension.h""#) }
        let complaint = try BlockCompiler.complaint(aboutC: whole)
        #expect(complaint == nil, "\(complaint ?? "")")
    }

    @Test func compilesEveryBlockInSwift() throws {
        let example = try Self.example()
        let others = try blocks(in: "swift").filter { !example.contains($0.text) }
        let complaint = try BlockCompiler.complaint(aboutSwift: others)
        #expect(complaint == nil, "\(complaint ?? "")")
    }

    /// The files of the example of an app, which is compiled and run with the tests. In the documents it is beside its checkout.
    private static func example() throws -> [String] {
        try ["Package.swift", "Sources/Chat/Chat.swift", "Tests/ChatTests/ChatTests.swift"].map { name in
            let file = Checkout.folder.appending(path: "Examples/swift").appending(path: name)
            return try String(contentsOf: file, encoding: .utf8)
                .replacing(#".package(name: "mayfly", path: "../..")"#, with: #".package(path: "../mayfly")"#)
        }
    }

    @Test func theGuideShowsTheExampleAsItIs() throws {
        let shown = try blocks(in: "swift").filter { $0.page == "Documentation/embedding.md" }.map(\.text)
        for file in try Self.example() { #expect(shown.contains(file), "\(file)") }
    }

    /// It is built by `ForeignPluginTests`, where there is a compiler.
    @Test func everyBlockInGoIsTheSample() throws {
        let sample = Checkout.folder.appending(path: "Tests/Plugins/minimal.go")
        let text = try String(contentsOf: sample, encoding: .utf8)
        for block in try blocks(in: "go") { #expect(block.text == text, "\(block.place)") }
    }

    @Test func everyProductThatAManifestNamesIsThere() throws {
        let package = try String(contentsOf: Checkout.folder.appending(path: "Package.swift"), encoding: .utf8)
        let products = package.matches(of: #/\.(?:library|executable)\(name: "(?<name>[^"]+)"/#).map(\.name)
        let named = try blocks(in: "swift").flatMap { block in
            block.text.matches(of: #/\.product\(name: "(?<name>[^"]+)", package: "mayfly"\)/#).map { String($0.name) }
        }
        #expect(!named.isEmpty)
        for name in named { #expect(products.contains { $0 == name }, "\(name)") }
    }

    @Test func everyBlockInJSONIsWhatTheProductReadsOrPrints() throws {
        let problems = try Self.problems(blocks(in: "json"), JSONBlock.problems)
        #expect(problems.isEmpty, "\(problems)")
    }

    /// `ScenarioDocumentTests` plays those that are whole scenarios.
    @Test func everyBlockInYAMLIsAScenario() throws {
        for block in try blocks(in: "yaml") {
            #expect(throws: Never.self, "\(block.place)") { try Scenario(text: block.text, file: block.page) }
        }
    }

    @Test func everyBlockForTheShellNamesWhatThereIs() throws {
        let problems = try Self.problems(blocks(in: "sh")) { try ShellCommand.problems(in: $0.text) }
        #expect(problems.isEmpty, "\(problems)")
    }

    @Test func everyModuleInADiagramIsThere() throws {
        let sources = try FileManager.default.contentsOfDirectory(
            atPath: Checkout.folder.appending(path: "Sources").path
        )
        for block in try blocks(in: "mermaid") {
            let modules = Set(block.text.matches(of: #/\bC?Mayfly[A-Z]\w+|\bCMayfly\b/#).map { String($0.output) })
            #expect(!modules.isEmpty && modules.isSubset(of: sources), "\(block.place): \(modules)")
        }
    }

    @Test func everyTerminalShowsCommandsThatThereAre() throws {
        let plain = try blocks(in: "")
        let problems = try Self.problems(plain) { try TerminalBlock($0)?.problems() ?? [] }
        #expect(problems.isEmpty, "\(problems)")
        let others = plain.filter { TerminalBlock($0) == nil && $0.lines.first?.hasPrefix("mayfly ") != true }
        let unknown = others.filter { block in
            !Self.drawings.contains { $0 == block.page && block.lines.first?.hasPrefix($1) == true }
        }
        #expect(unknown.isEmpty, "neither a terminal nor a drawing: \(unknown.map(\.place))")
        #expect(others.count == Self.drawings.count)
    }

    @Test func theUsageHasTheOptionsOfEveryCommand() throws {
        let usage = try blocks(in: "").filter { $0.lines.first?.hasPrefix("mayfly ") == true }
        #expect(usage.count == 1)
        let (shown, accepted) = (CommandUsage(try #require(usage.first)), try CommandUsage.ofProduct())
        for command in Set(shown.options.keys).union(accepted.options.keys) {
            #expect(shown.options[command] == accepted.options[command], "mayfly \(command)")
        }
    }

    // MARK: - Wrong blocks

    @Test func findsAFaultInC() throws {
        let fragment = Self.block("c", "int one(void);\nint two = tow;")
        let complaint = try #require(try BlockCompiler.complaint(aboutC: [fragment]))
        #expect(complaint.contains("page.md:4:") && complaint.contains("tow"))
    }

    @Test func findsAFaultInSwift() throws {
        let good = Self.block("swift", "import MayflyModel\nfunc one(_ error: MayflyError) -> String { error.message }")
        #expect(try BlockCompiler.complaint(aboutSwift: [good]) == nil)
        let bad = Self.block("swift", "import MayflyModel\nfunc two(_ error: MayflyError) -> String { error.massage }")
        let complaint = try #require(try BlockCompiler.complaint(aboutSwift: [good, bad]))
        #expect(complaint.contains("page.md:4:") && complaint.contains("massage"))
    }

    @Test(arguments: [
        (#"{"event": "keyboard", "shown": }"#, "page.md:3: not JSON: line 1"),
        (#"{"event": "keyboard", "visible": true}"#, "keyboard has the members"),
        (#"{"event": "keyboard", "shown": "yes"}"#, "keyboard.shown is a string; the product prints true or false"),
        (#"{"event": "keys", "shown": true}"#, "no event 'keys'"),
        (#"{"id": "org.example.hello", "kind": "app"}"#, "'name' is missing"),
        (#"{"name": "trip.pinned", "median_us": 11.02}"#, "figure has the members"),
        (#"{"name": "trip.pinned"}"#, "neither a manifest, nor an event, nor a request, nor a figure"),
    ])
    func findsAFaultInJSON(_ text: String, _ problem: String) throws {
        let problems = try Self.problems([Self.block("json", text)], JSONBlock.problems)
        #expect(problems.contains(problem), "\(problems)")
    }

    @Test(arguments: [
        ("mayfly list )", "unexpected"),
        ("mayfly lanch org.mayfly.tally", "lanch"),
        ("mayfly list --jsno", "--jsno"),
        ("mayfly device create", "name"),
        ("mayfly log --limit 0", "--limit takes 1 to 1000, not 0"),
        ("mayfly soak --at-once 65", "--at-once takes 1 to 64, not 65"),
        ("printf 'tpa plus\n' | mayfly launch a.b --conversation c --script -", "tpa"),
        ("alias mayfly=$PWD/.build/release/mayfly\nmayfly lsit", "lsit"),
        ("make test tset", "no such target"),
        ("swift test --filter 'NoSuchTests'", "selects no test"),
        (".ci/tests --fliter X", "no option of the tests"),
        ("cc -I$MAYFLY/Sources/CMayfly/inclde a.c", "not in the checkout"),
        ("cc -Wl,--version-script=Sources/CMayfly/none.map a.c", "not in the checkout"),
        ("rustc -o a.so maximal.rs", "no such file"),
        ("go build -o a.so maximal.go", "no such file"),
        ("mafyly list", "not found"),
    ])
    func findsAFaultInACommand(_ text: String, _ problem: String) throws {
        let problems = try ShellCommand.problems(in: text + "\n")
        #expect(problems.count == 1 && problems[0].contains(problem), "\(problems)")
    }

    @Test func findsAFaultInATerminal() throws {
        let bad = try #require(TerminalBlock(Self.block("", "$ mayfly lsit\n> 2\n> tap plus\n> tpa plus")))
        let problems = try bad.problems().joined(separator: "\n")
        #expect(problems.contains("lsit") && problems.contains("tpa"))
        #expect(TerminalBlock(Self.block("", "a drawing")) == nil)
    }

    @Test func readsUsageLines() {
        let usage = CommandUsage(Self.block("", "mayfly device create NAME [--json]\n    [--last N]\nmayfly demo"))
        #expect(usage.options == ["device create": ["--json", "--last"], "demo": []])
    }
}
