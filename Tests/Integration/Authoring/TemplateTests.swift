import Foundation
import MayflyBundles
import MayflyTestSupport
import Testing

/// Every project that `mayfly new` writes becomes an extension, with what `make install` has installed and without the checkout.
@Suite(.serialized) struct TemplateTests {
    struct Language: Sendable, CustomTestStringConvertible {
        let name: String
        /// The programs that it needs.
        let tools: [String]
        /// The commands that its README names, without the pack's.
        var builds: [[String]] = []

        var testDescription: String { name }
        var isThere: Bool { missing.isEmpty }
        var missing: [String] { tools.filter { !InstalledTree.has($0) } }
    }

    static let languages = [
        Language(name: "c", tools: ["cc", "make", "pkg-config"], builds: [["make"]]),
        Language(name: "cpp", tools: ["c++", "make", "pkg-config"], builds: [["make"]]),
        Language(name: "swift", tools: ["swift", "pkg-config"], builds: [["swift", "build", "-c", "release"]]),
        Language(name: "rust", tools: ["cargo"], builds: [["cargo", "build", "--release", "--offline"]]),
        Language(name: "go", tools: ["go", "cc", "make", "pkg-config"], builds: [["make"]]),
    ]

    /// CMake builds the same as make.
    static let cmake = Language(
        name: "cpp",
        tools: ["cmake", "c++", "pkg-config"],
        builds: [["cmake", "-B", "build"], ["cmake", "--build", "build"]]
    )

    /// A language whose tool is missing is named: its template is not tried.
    @Test func theToolsAreThere() {
        for language in Self.languages + [Self.cmake] where !language.isThere {
            Issue.record(
                "\(language.missing.joined(separator: ", ")) is missing: the template '\(language.name)' was not tried",
                severity: .warning
            )
        }
    }

    @Test(arguments: languages.filter(\.isThere)) func aProjectBecomesAnExtensionOfTwoPeople(language: Language)
        async throws
    {
        try await becomesAnExtension(language)
    }

    @Test(.enabled(if: cmake.isThere, "cmake is missing")) func cmakeBuildsTheSame() async throws {
        try await becomesAnExtension(Self.cmake)
    }

    private func becomesAnExtension(_ language: Language) async throws {
        let (tree, scratch) = (try InstalledTree.shared, try ScratchFolder())
        let made = try tree.run(["mayfly", "new", "Ada's Game", "--language", language.name], in: scratch.path)
        try #require(made.status == 0, "\(made.output)")
        let project = scratch.at("Ada's Game")
        for build in language.builds {
            let built = try tree.run(build, in: project)
            try #require(built.status == 0, "\(built.output)")
            #expect(!built.output.contains("warning"), "\(built.output)")
        }
        let packed = try tree.run(["mayfly", "pack"], in: project)
        try #require(packed.status == 0, "\(packed.output)")
        #expect(packed.output.contains("made build/adas-game.mayfly: 3 files, "))
        #expect(!packed.output.contains("warning"), "\(packed.output)")
        try exportsTheEntryOnly("\(project)/build/adas-game.mayfly/lib/\(Platform.current)/adas-game.so")
        try isRight(project, tree)
        try await isPlayed(project + "/build/adas-game.mayfly", tree)
    }

    private func exportsTheEntryOnly(_ library: String) throws {
        let symbols = try MayflyTestSupport.run("nm", ["-D", "--defined-only", "--extern-only", library])
        let names = symbols.split(separator: "\n").filter { !$0.contains(" d ") }.compactMap {
            $0.split(separator: " ").last
        }
        #expect(names == ["mayfly_extension_entry"])
    }

    /// The checks and the scenario of the project find nothing.
    private func isRight(_ project: String, _ tree: InstalledTree) throws {
        let bundle = "build/adas-game.mayfly"
        for command in [["mayfly", "validate", bundle], ["mayfly", "test", "tests/first.yaml"]] {
            let run = try tree.run(command, in: project)
            #expect(run.status == 0, "\(run.output)")
        }
    }

    /// Alice raises the number and sends it; Bob taps on her message, raises it and sends it back.
    private func isPlayed(_ bundle: String, _ tree: InstalledTree) async throws {
        try await Tool.with { tool in
            var tool = tool
            tool.variables = tree.variables
            try await tool.setUp()
            let folder = URL(filePath: bundle).deletingLastPathComponent().path
            let listing = try await Tool(home: tool.home, folders: folder).run("list", "--json")
            #expect(listing.output.contains(#""state":"ready""#) && listing.errors.isEmpty, "\(listing)")
            func play(_ person: String, _ script: String) async throws -> String {
                let arguments = ["launch", bundle, "--conversation", "chat", "--as", person, "--script", "-"]
                let outcome = try await tool.run(program: tree.command, all: arguments, script: script)
                #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
                return outcome.output
            }
            let first = try await play("alice", "tap add\ntap stage\nsend\n")
            #expect(first.contains("field: [Ada's Game] Ada's Game: 1"), "\(first)")
            let second = try await play("bob", "bubble 1\ntap add\ntap add\ntap stage\nsend\n")
            #expect(second.contains("── Ada's Game, expanded"), "\(second)")
            // Alice continues from what Bob has sent.
            let third = try await play("alice", "bubble 2\ntap add\ntap stage\nsend\n")
            #expect(third.contains("field: [Ada's Game] Ada's Game: 4"), "\(third)")
            let transcript = try await tool.run("transcript", "chat", "--as", "bob")
            #expect(
                transcript.lines.filter { $0.contains("[Ada's Game] alice: ") || $0.contains("[Ada's Game] bob: ") }
                    .count == 2
            )
            #expect(transcript.output.contains("alice: [Ada's Game] Ada's Game: 4"), "\(transcript)")
        }
    }

    @Test func aStickerPackIsSent() async throws {
        let (tree, scratch) = (try InstalledTree.shared, try ScratchFolder())
        let made = try tree.run(["mayfly", "new", "Ada's Game", "--language", "sticker-pack"], in: scratch.path)
        #expect(made.output.hasSuffix("made Ada's Game; in it run 'mayfly pack' and 'mayfly test tests/first.yaml'\n"))
        let project = scratch.at("Ada's Game")
        let packed = try tree.run(["mayfly", "pack"], in: project)
        #expect(packed.output.contains("made build/adas-game.mayfly: 10 files, "), "\(packed.output)")
        try isRight(project, tree)
        try await Tool.with { tool in
            try await tool.setUp()
            let arguments = ["launch", project + "/build/adas-game.mayfly", "--conversation", "chat", "--as", "alice"]
            let sent = try await tool.run(
                program: tree.command,
                all: arguments + ["--script", "-"],
                script: "sticker 3\nsend\n"
            )
            #expect(sent.status == 0 && sent.errors.isEmpty, "\(sent)")
            let transcript = try await tool.run("transcript", "chat", "--as", "bob")
            #expect(transcript.output.contains("A rain cloud that does not smile"), "\(transcript)")
        }
    }

    /// A project in a language that finds no Mayfly says what is to be done.
    @Test(arguments: languages.filter { $0.isThere && $0.tools.contains("pkg-config") })
    func aBuildWithoutPkgConfigSaysHowItIsFound(language: Language) throws {
        let (tree, scratch) = (try InstalledTree.shared, try ScratchFolder())
        _ = try tree.run(["mayfly", "new", "game", "--language", language.name], in: scratch.path)
        let hint = "pkg-config does not know mayfly: add "
        let nowhere = ["PKG_CONFIG_PATH": scratch.at("none")]
        let built = try tree.run(language.builds[0], in: scratch.at("game"), adding: nowhere)
        #expect(built.status != 0 && built.output.contains(hint), "\(built.output)")
    }
}
