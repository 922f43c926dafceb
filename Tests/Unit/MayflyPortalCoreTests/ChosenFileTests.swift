import Foundation
import MayflyModel
import MayflyTestSupport
import Testing

@testable import MayflyPortalCore

/// What a portal names as the file that a person has chosen.
@Suite struct ChosenFileTests {
    @Test(arguments: [
        ("file:///a/b.png", "/a/b.png"), ("FILE://localhost/a", "/a"), ("file:///a%20b%25", "/a b%"),
        ("file:///%C3%A4?x#y", "/ä"), ("file:///a/../b", "/a/../b"),
    ])
    func anAddressOfThisMachineIsAPath(uri: String, path: String) {
        #expect(ChosenFile(uri: uri).map { String(decoding: $0.path, as: UTF8.self) } == path)
    }

    @Test(arguments: [
        "", "/a", "file:", "file://", "file://other/a", "http://a.example/b", "file:///a%00b", "file:///a%2",
        "file:///%+1",
        "file:///%zz", "data:image/png;base64,AA", "file:relative",
    ])
    func anythingElseIsNone(uri: String) { #expect(ChosenFile(uri: uri) == nil) }

    private func problem(_ path: String) -> String? {
        do {
            _ = try ChosenFile(uri: "file://" + path)?.contents(most: 10)
            return nil
        } catch {
            guard case .unavailable(let reason) = error else { return "cancelled" }
            return reason
        }
    }

    @Test func onlyARegularFileWithinTheLimitIsRead() throws {
        let scratch = try ScratchFolder()
        try scratch.write(Array(repeating: 7, count: 10), to: "ten")
        try scratch.write(Array(repeating: 7, count: 11), to: "eleven")
        try scratch.write([], to: "empty")
        try #require(mkfifo(scratch.at("fifo"), 0o600) == 0)
        #expect(
            try ChosenFile(uri: "file://" + scratch.at("ten"))?.contents(most: 10) == Array(repeating: 7, count: 10)
        )
        #expect(problem(scratch.at("eleven")) == "the file that was chosen has more than 10 bytes")
        #expect(problem(scratch.at("empty")) == "the file that was chosen is empty")
        #expect(problem(scratch.at("fifo")) == "what was chosen is not a regular file")
        #expect(problem(scratch.path) == "what was chosen is not a regular file")
        #expect(problem("/dev/zero") == "what was chosen is not a regular file")
        #expect(
            problem(scratch.at("none")) == "the file that was chosen cannot be read: No such file or directory"
        )
    }
}
