import Foundation
import MayflyTestSupport
import Testing

/// The client examples play their story against the built host.
@Suite struct ClientExampleTests {
    private static func play(_ program: String, _ example: String) async throws {
        try await Tool.with(bundles: [Samples.iceCream]) { tool in
            let path = Checkout.folder.appending(path: "Examples/\(example)").path
            let host = "\(Bundle.main.bundlePath)/mayfly"
            let arguments: [String] = [path, "--mayfly", host, "--home", tool.home]
            let outcome = try await tool.run(program: program, all: arguments)
            #expect(outcome.status == 0, "\(outcome.output) \(outcome.errors)")
            #expect(outcome.lines.last == "- the story came out")
            let transcript = try await tool.run("conversation", "list").lines
            let name = try #require(transcript.first?.prefix { $0 != ":" }.description)
            // What the example shows of the answer is what the host shows.
            #expect(try await tool.run("transcript", name, "--as", "alice").output.contains("I added some scoops"))
        }
    }

    @Test func theChatInPythonPlaysItsStory() async throws {
        try await Self.play("/usr/bin/python3", "python/chat.py")
    }

    private static let hasNode = FileManager.default.isExecutableFile(atPath: "/usr/bin/node")

    /// The block of a language in the page for embedders.
    private static func block(_ language: String) throws -> String {
        let page = try String(
            contentsOf: Checkout.folder.appending(path: "Documentation/embedding.md"),
            encoding: .utf8
        )
        let blocks = page.components(separatedBy: "```\(language)\n").dropFirst()
        try #require(blocks.count == 1)
        return try #require(blocks.first?.components(separatedBy: "```").first)
    }

    /// Runs a program that begins with these lines and goes on with the block.
    private static func run(
        _ program: String,
        _ language: String,
        ending: String,
        _ beginning: @Sendable (Tool) -> String
    )
        async throws
    {
        try await Tool.with(bundles: [Samples.tally]) { tool in
            let client = try HostClient.inChat(tool)
            try client.closeInput()
            try client.finish()
            let path = tool.home + "/block." + ending
            try Data((beginning(tool) + (try block(language))).utf8).write(to: URL(filePath: path))
            let outcome = try await tool.run(program: program, all: [path])
            #expect(outcome.status == 0, "\(outcome.errors)")
            let receipts = try await tool.run("log", "--json").events()
            #expect(receipts.map { $0["cause"] as? String } == ["finished"])
        }
    }

    @Test func theBlockInPythonRuns() async throws {
        try await Self.run("/usr/bin/python3", "python", ending: "py") { tool in
            """
            import os, sys
            sys.path.insert(0, "\(Checkout.folder.path)/Examples/python")
            os.environ["PATH"] = "\(Bundle.main.bundlePath):" + os.environ["PATH"]
            from mayfly_client import Host
            home = "\(tool.home)"

            """
        }
    }

    @Test(.enabled(if: hasNode, "node is not installed"))
    func theBlockInJavaScriptRuns() async throws {
        try await Self.run("/usr/bin/node", "javascript", ending: "mjs") { tool in
            """
            import { Host } from "\(Checkout.folder.path)/Examples/node/mayfly-client.mjs";
            process.env.PATH = "\(Bundle.main.bundlePath):" + process.env.PATH;
            const home = "\(tool.home)";

            """
        }
    }

    @Test(.enabled(if: hasNode, "node is not installed"))
    func theChatInJavaScriptPlaysItsStory() async throws {
        try await Self.play("/usr/bin/node", "node/chat.mjs")
    }

    // MARK: What the stories do not do

    /// Runs a program of the tests that uses a client, in the conversation `chat`, and gives its lines.
    private static func use(_ tool: Tool, _ program: String, _ example: String, _ words: [String] = []) async throws
        -> [String]
    {
        let source = Checkout.folder.path + "/Tests/Integration/Programs/" + program
        let path = Bundle.main.bundlePath + ":/usr/bin:/bin"
        let command = program.hasSuffix("py") ? "/usr/bin/python3" : "/usr/bin/node"
        let folder = Checkout.folder.path + "/Examples/" + example
        let outcome = try await tool.run(
            program: "/usr/bin/env",
            all: ["PATH=\(path)", command, source, folder] + words
        )
        #expect(outcome.status == 0, "\(outcome.errors)")
        return outcome.lines
    }

    private static func inChat(_ bundles: [String], _ body: @Sendable (Tool) async throws -> Void) async throws {
        try await Tool.with(bundles: bundles) { tool in
            let client = try HostClient.inChat(tool)
            try client.closeInput()
            try client.finish()
            try await body(tool)
        }
    }

    private static let wholeUse = ["picture", "refused", "gone", "gone"]

    @Test func theAsyncClientWorksOverStandardStreams() async throws {
        try await Self.inChat([Samples.iceCream]) { tool in
            let lines = try await Self.use(tool, "async_client.py", "python")
            #expect(lines == Self.wholeUse)
            let transcript = try await tool.run("transcript", "chat", "--as", "bob").output
            #expect(transcript.contains("build an ice cream"))
        }
    }

    @Test func theAsyncClientWorksOverASocket() async throws {
        try await HostSocketTests.with(bundles: [Samples.iceCream]) { path, host, tool in
            let lines = try await Self.use(tool, "async_client.py", "python", [path, "\(host.identifier)"])
            #expect(lines == Self.wholeUse)
            #expect(try host.finish() == -SIGKILL)
        }
    }

    @Test func theClientInPythonTellsOfEventsThatWereMissed() async throws {
        try await Self.inChat([]) { tool in
            let lines = try await Self.use(tool, "gap.py", "python")
            #expect(lines == ["gap"])
        }
    }

    @Test(.enabled(if: hasNode, "node is not installed"))
    func theClientInJavaScriptTellsOfEventsThatWereMissed() async throws {
        try await Self.inChat([]) { tool in
            let lines = try await Self.use(tool, "gap.mjs", "node")
            #expect(lines == ["gap"])
        }
    }

    /// A client that was written from the description of the protocol alone.
    @Test(.enabled(if: ForeignPluginTests.isThere("rustc"), "this machine has no Rust compiler"))
    func theClientInRustSendsAMessage() async throws {
        try await Self.inChat([Samples.tally]) { tool in
            let program = tool.home + "/client"
            let source = Checkout.folder.path + "/Examples/rust/tally.rs"
            try MayflyTestSupport.run("rustc", ["--edition", "2021", "-D", "warnings", "-o", program, source])
            let mayfly = Bundle.main.bundlePath + "/mayfly"
            let outcome = try await tool.run(program: program, all: ["--mayfly", mayfly, "--home", tool.home])
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.lines == ["in the field: Tally: 3", "alice: sent"])
            #expect(try await tool.run("transcript", "chat", "--as", "bob").output.contains("alice: [Tally] Tally: 3"))
        }
    }
}
