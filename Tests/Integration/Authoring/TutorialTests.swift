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
