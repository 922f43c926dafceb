import Foundation
import MayflyBench
import MayflyTestSupport
import Testing

/// `mayfly run` at a terminal, with a project that `mayfly new` has written.
@Suite struct RunCommandTests {
    /// What an author sees who has just begun. `folder` is that of the project.
    private func with(_ body: @escaping @Sendable (TerminalProcess, _ folder: String) throws -> Void) async throws {
        let (tree, scratch) = (try InstalledTree.shared, try ScratchFolder())
        let made = try tree.run(["mayfly", "new", "Game", "--language", "c"], in: scratch.path)
        try #require(made.status == 0, "\(made.output)")
        try await OwnThread.run {
            let terminal = try TerminalProcess(
                program: tree.prefix + "/bin/mayfly",
                home: scratch.at("unused"),
                folders: "",
                adding: tree.variables,
                columns: 100,
                isControlling: true,
                ["run", scratch.at("Game")]
            )
            try body(terminal, scratch.at("Game"))
            withExtendedLifetime(scratch) {}
        }
    }

    /// Reads until all of the texts have come, one after the other.
    @discardableResult
    private static func read(_ terminal: TerminalProcess, _ texts: String...) throws -> String {
        try texts.map { try terminal.waitFor($0) }.joined()
    }

    private static func change(_ text: String, to other: String, in path: String) throws {
        let content = try String(contentsOfFile: path, encoding: .utf8)
        try #require(content.contains(text))
        try content.replacing(text, with: other).write(toFile: path, atomically: true, encoding: .utf8)
    }

    @Test func itStartsAgainWithTheConversationAsItWas() async throws {
        try await with { terminal, folder in
            let first = try Self.read(terminal, "building: make", "[1] Add one", "field: (empty)")
            #expect(first.contains("callback willBecomeActive") && first.contains("call presentView"), "\(first)")
            try terminal.enter("tap add\n")
            try terminal.waitFor("callback didPerformAction")
            try terminal.enter("tap stage\n")
            try terminal.waitFor("field: [Game]")
            // A line that follows the change of the field too closely sends nothing.
            repeat {
                try terminal.enter("send\n")
            } while try terminal.waitFor("nothing is sent", "  1  alice: [Game]").hasSuffix("nothing is sent")
            try Self.change("Add one", to: "One more", in: folder + "/src/counter.c")
            let again = try Self.read(terminal, "changed: src/counter.c", "building: make", "[1] One more")
            #expect(again.contains("  1  alice: [Game]"), "\(again)")
            // The home is the project's own.
            #expect(FileManager.default.fileExists(atPath: folder + "/build/home/mayfly.sqlite"))
            #expect(try terminal.quit() == 0)
        }
    }

    @Test func aBuildThatFailsWaitsForTheNextChange() async throws {
        try await with { terminal, folder in
            try terminal.waitFor("[1] Add one")
            let source = folder + "/src/counter.c"
            try Self.change("static int32_t make_instance", to: "static broken make_instance", in: source)
            let told = try terminal.waitFor("waiting for a change of the sources; Ctrl-C ends")
            #expect(told.contains("error: ") && told.contains("mayfly: the build has ended with status 2"), "\(told)")
            try Self.change("static broken make_instance", to: "static int32_t make_instance", in: source)
            try Self.read(terminal, "changed: src/counter.c", "[1] Add one")
            try Self.change("\"version\"", to: "\"version\": 1, \"version\"", in: folder + "/manifest.json")
            let wrong = try Self.read(terminal, "manifest.json", "waiting for a change of the sources; Ctrl-C ends")
            #expect(wrong.contains("mayfly: manifest.json"), "\(wrong)")
            try terminal.enter("\u{3}")
            _ = terminal.drain()
            #expect(terminal.finish() == 130)
        }
    }

    /// The first build after the change starts another one, and then the loop comes to rest: what changes again is told, once.
    @Test func whatTheBuildWritesStartsNothing() async throws {
        try await with { terminal, folder in
            try terminal.waitFor("[1] Add one")
            try Self.change(
                #"["make"]"#,
                to: #"["sh", "-c", "date +%N > src/stamp.h; echo built >> built; make"]"#,
                in: folder + "/mayfly-project.json"
            )
            let told = "the build itself writes src/stamp.h: changes of it start nothing"
            try Self.read(terminal, "changed: src/stamp.h", told, "[1] Add one")
            // What it would do for a change, it does for the next one, and not before.
            try Self.change("Add one", to: "One more", in: folder + "/src/counter.c")
            let again = try Self.read(terminal, "changed: src/counter.c", "[1] One more")
            #expect(!again.contains("changed: src/stamp.h") && !again.contains("itself writes"), "\(again)")
            let builds = try String(contentsOfFile: folder + "/built", encoding: .utf8)
            #expect(builds == "built\nbuilt\nbuilt\n")
            #expect(try terminal.quit() == 0)
        }
    }

    /// The author saves a file that was compiled already, while the build still runs.
    @Test func anEditDuringABuildStartsTheNextOne() async throws {
        try await with { terminal, folder in
            try terminal.waitFor("[1] Add one")
            try #require(mkfifo(folder + "/hold", 0o600) == 0)
            try Self.change(
                #"["make"]"#,
                to: #"["sh", "-c", "make && touch compiled && { test -e go || cat hold; }"]"#,
                in: folder + "/mayfly-project.json"
            )
            try blockUntil { FileManager.default.fileExists(atPath: folder + "/compiled") }
            // It can be opened when the build reads it.
            let hold = try #require(FileHandle(forWritingAtPath: folder + "/hold"))
            try Self.change("Add one", to: "One more", in: folder + "/src/counter.c")
            try Data().write(to: URL(filePath: folder + "/go"))
            try hold.close()
            let output = try Self.read(terminal, "changed: src/counter.c", "[1] One more")
            #expect(!output.contains("the build itself writes"), "\(output)")
            try Self.change("One more", to: "Add two", in: folder + "/src/counter.c")
            try Self.read(terminal, "changed: src/counter.c", "[1] Add two")
            #expect(try terminal.quit() == 0)
        }
    }

    /// The process of the loop: `setsid` waits for it.
    private static func loop(of terminal: TerminalProcess) throws -> Int32 {
        let children = try kernelText(of: "/proc/\(terminal.id)/task/\(terminal.id)/children")
        return try #require(children.split(separator: " ").first.flatMap { Int32($0) })
    }

    @Test func aSignalEndsTheSessionAndGivesTheTerminalBack() async throws {
        try await with { terminal, _ in
            try terminal.waitFor("[1] Add one")
            let loop = try Self.loop(of: terminal)
            let session = try #require(ProcessCensus.family(of: loop).first)
            #expect(ProcessCensus.family(of: session).count > 0)
            kill(loop, SIGTERM)
            // The session closes the extension, and tells how it ended.
            #expect(terminal.drain().contains("ended: finished"))
            #expect(terminal.finish() == 130)
            #expect(ProcessCensus.survivors(ofFamily: session).isEmpty)
            #expect(kill(session, 0) == -1)
            #expect(try terminal.modes == terminal.firstModes)
        }
    }

    /// A session that does not answer is killed, and the loop gives the terminal back in its place.
    @Test func aSessionThatDoesNotEndIsKilled() async throws {
        try await with { terminal, _ in
            try terminal.waitFor("[1] Add one")
            let loop = try Self.loop(of: terminal)
            let session = try #require(ProcessCensus.family(of: loop).first)
            #expect(try terminal.modes != terminal.firstModes)
            kill(session, SIGSTOP)
            try blockUntil { try ProcessState.letter(of: session) == "T" }
            kill(loop, SIGTERM)
            _ = terminal.drain()
            #expect(terminal.finish() == 130)
            #expect(ProcessCensus.survivors(ofFamily: session).isEmpty)
            #expect(try terminal.modes == terminal.firstModes)
        }
    }

    @Test func thePageShowsTheExtensionAndItsChanges() async throws {
        let (tree, scratch) = (try InstalledTree.shared, try ScratchFolder())
        let made = try tree.run(["mayfly", "new", "Game", "--language", "c"], in: scratch.path)
        try #require(made.status == 0, "\(made.output)")
        let folder = scratch.at("Game")
        try await OwnThread.run {
            let page = try ServedPage(
                program: tree.command,
                ["run", folder, "--web"],
                home: folder + "/build/home",
                adding: tree.variables
            )
            let client = try PageClient(page)
            let window = try client.openWindow()
            let id = try #require(try Self.manifest(of: folder)["id"] as? String)
            let worker = try client.open(id, in: window)
            #expect(try Self.look(client, window).contains("Add one"))
            try client.call("window.type", ["window": window, "text": "hello"])
            try Self.change("Add one", to: "One more", in: folder + "/src/counter.c")
            // The old one is ended when the new one is there.
            try blockUntil { kill(worker, 0) != 0 }
            #expect(try client.open(id, in: window) != worker)
            let now = try Self.look(client, window)
            #expect(now.contains("One more") && !now.contains("Add one") && now.contains("hello"), "\(now)")
            page.signal(SIGTERM)
            #expect(page.finish() == 130)
            #expect(ProcessCensus.survivors(ofFamily: page.identifier).isEmpty)
            withExtendedLifetime(scratch) {}
        }
    }

    private static func manifest(of folder: String) throws -> [String: Any] {
        let data = try Data(contentsOf: URL(filePath: folder + "/manifest.json"))
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    /// All that a window shows, as text.
    private static func look(_ client: PageClient, _ window: String) throws -> String {
        let look = try client.call("window.look", ["window": window])
        return String(decoding: try JSONSerialization.data(withJSONObject: look), as: UTF8.self)
    }

    @Test(arguments: [
        (["nowhere"], 1, "mayfly: the project './nowhere' cannot be read: no such folder\n"),
        (
            ["."], 1,
            "mayfly: there is no mayfly-project.json in '.': name the folder of a project, or make one with 'mayfly new'\n"
        ),
        ([".", "--as", "carol"], 2, "mayfly: --as is alice or bob, found 'carol'; see 'mayfly help'\n"),
    ])
    func whatIsNoProjectIsTold(arguments: [String], status: Int32, text: String) throws {
        let (tree, scratch) = (try InstalledTree.shared, try ScratchFolder())
        let run = try tree.run(["mayfly", "run"] + arguments, in: scratch.path)
        #expect(run.output == text.replacing("'.", with: "'\(scratch.path)"))
        #expect(run.status == status)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).isEmpty)
    }
}
