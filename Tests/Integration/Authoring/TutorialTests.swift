import Foundation
import MayflyBundles
import MayflyTestSupport
import MayflyTesting
import Testing

/// A reader who follows Documentation/tutorial.md gets what it shows, and the project of Examples/c/noughts.
@Suite struct TutorialTests {
    private static let example = Checkout.folder.appending(path: "Examples/c/noughts")

    /// The files of the example that `mayfly new` and the page make. Its README and its picture are those of the example and of the template.
    private static let files = [
        ".gitignore", "Makefile", "icon.png", "manifest.json", "mayfly-project.json", "src/noughts.c",
        "tests/first.yaml",
    ]

    @Test func everyCommandOfThePageDoesWhatItShows() async throws {
        try await HostPermits.withPermit {
            let (tree, folder) = (try InstalledTree.shared, try ScratchFolder())
            let page = try MarkdownPage(name: "Documentation/tutorial.md")
            // `make install` has run: it would build a release first.
            let install = "make install PREFIX=$HOME/mayfly"
            #expect(page.blocks.contains { $0.lines.contains(install) })
            try folder.link("mayfly", to: tree.prefix)
            let chat = "mayfly chat chat --as bob --home build/home"
            let story = try PageStory(
                page,
                files: ["c": "src/noughts.c", "yaml": "tests/first.yaml"],
                replacing: [install: "", chat: chat + " </dev/null"]
            )
            #expect(story.shown.count == 11)
            try await OwnThread.run { try story.play(in: folder, with: tree, adding: ["HOME": folder.path]) }
            try Self.isTheExample(folder)
        }
    }

    private static func isTheExample(_ folder: ScratchFolder) throws {
        for file in files {
            // The project is for the machine that makes it.
            let made = String(decoding: try folder.bytes("noughts/" + file), as: UTF8.self)
                .replacing(Platform.current.description, with: "linux-x86_64")
            let kept = String(decoding: try Data(contentsOf: example.appending(path: file)), as: UTF8.self)
            #expect(made == kept, "\(file)")
        }
    }

    /// A session at a terminal that `mayfly` in the project of the page controls.
    private static func session(
        _ arguments: [String],
        in folder: ScratchFolder,
        adding variables: [String: String] = [:]
    )
        throws -> TerminalProcess
    {
        let tree = try InstalledTree.shared
        return try TerminalProcess(
            program: tree.command,
            home: folder.at("home"),
            folders: folder.at("noughts/build"),
            noColor: true,
            adding: tree.variables.merging(variables) { $1 },
            isControlling: true,
            arguments
        )
    }

    /// Sends as the page says: again where the field has changed just now.
    private static func send(_ session: TerminalProcess, until shown: String) throws {
        repeat {
            try session.enter("send\n")
        } while try session.waitFor("nothing is sent", shown).hasSuffix("nothing is sent")
    }

    /// "Change it": the change is on the screen while `mayfly run` is open.
    @Test func aChangeIsSeenWhileTheExtensionRuns() async throws {
        try await HostPermits.withPermit {
            let (tree, folder) = (try InstalledTree.shared, try ScratchFolder())
            let change = "sed -i 's/Add one/One more/' src/counter.c"
            #expect(try MarkdownPage(name: "Documentation/tutorial.md").blocks.contains { $0.lines == [change] })
            let made = try tree.run(["mayfly", "new", "noughts", "--language", "c"], in: folder.path)
            try #require(made.status == 0, "\(made.output)")
            let session = try Self.session(["run", folder.at("noughts")], in: folder)
            try await OwnThread.run {
                try session.waitFor("[1] Add one")
                #expect(try tree.run(["sh", "-c", change], in: folder.at("noughts")).status == 0)
                try session.waitFor("[1] One more")
                try session.enter("leave\n")
                #expect(session.finish() == 0)
            }
        }
    }

    /// "Play together": what the page says that the two type, in two terminals.
    @Test func twoPeoplePlayAtTwoTerminals() async throws {
        try await HostPermits.withPermit {
            let folder = try ScratchFolder()
            try FileManager.default.copyItem(atPath: Self.example.path, toPath: folder.at("noughts"))
            let alice = try Self.session(["run", folder.at("noughts")], in: folder)
            _ = try await OwnThread.run { try alice.waitFor("[9] i") }
            let chat = ["chat", "chat", "--as", "bob", "--home", folder.at("noughts/build/home")]
            let bob = try Self.session(chat, in: folder)
            try await OwnThread.run {
                try bob.waitFor("field: (empty)")
                try alice.enter("tap e\n")
                try alice.waitFor("field: [noughts] Noughts are next")
                try Self.send(alice, until: "Noughts are next: wait for the answer")
                try bob.waitFor("1  alice: [noughts] Noughts are next")
                try bob.enter("bubble 1\n")
                try bob.waitFor("[-] X")
                try bob.enter("tap a\n")
                try bob.waitFor("field: [noughts] Crosses are next")
                try Self.send(bob, until: "Crosses are next: wait for the answer")
                // His answer comes to the extension that she has open.
                try alice.waitFor("│ Crosses are next")
                try alice.waitFor("[-] O")
                for session in [alice, bob] {
                    try session.enter("leave\n")
                    #expect(session.finish() == 0)
                }
            }
        }
    }

    @Test func linesAreComparedWithoutTimesAndSizes() {
        func matches(_ shown: String, _ printed: String) -> Bool {
            PageStory.matches(
                shown.split(separator: "\n").map(String.init)[...],
                printed.split(separator: "\n").map(String.init)[...]
            )
        }
        #expect(matches("a 5 ms\n…\nb", "a 1,200 ms\nx\ny\nb"))
        #expect(matches("…\nb", "b"))
        #expect(!matches("a\nb", "a\nx\nb"))
        #expect(!matches("a\n…", "b"))
        #expect(!matches("a", "a\nb"))
        #expect(!matches("3 files", "4 files"))
    }
}
