import Foundation
import MayflyTestSupport
import Testing

/// The example of a host function that is added: `make example` compiles it.
@Suite struct ExampleTests {
    private let patch = Checkout.folder.appending(path: "Tests/Example/check_active.patch")

    @Test func appliesToTheSources() throws {
        try run("git", ["-C", Checkout.folder.path, "apply", "--check", patch.path])
    }

    @Test func isWhatThePageShows() throws {
        let page = Checkout.folder.appending(path: "Documentation/adding-a-host-function.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let block = try #require(text.firstMatch(of: /```diff\n((?:.|\n)*?)```/))
        #expect(try String(block.1) == String(contentsOf: patch, encoding: .utf8))
    }

    /// A row with its case, a line of the header, and a case where it is carried out: four files.
    @Test func touchesNoOtherFiles() throws {
        let text = try String(contentsOf: patch, encoding: .utf8)
        let files = text.split(separator: "\n").filter { $0.hasPrefix("+++ ") }.map { $0.dropFirst(6) }
        #expect(
            files == [
                "Sources/CMayfly/include/mayfly/conversation.h", "Sources/MayflyABI/HostFunction.swift",
                "Sources/MayflyABI/Table/Table+HostFunctions.swift",
                "Sources/MayflyWorkerCore/Calls/HostCall+Here.swift",
            ]
        )
    }
}
