import Foundation
import MayflyHost
import MayflyTestSupport
import MayflyTesting
import Testing

/// A program in the place of `mayfly-media-worker` that says when it runs, and gives no picture. It ends by itself only after longer than
/// a test takes, so that a test which waits for its end fails.
final class EndlessConversion: Sendable {
    private let scratch: ScratchFolder
    let path: String

    init() throws {
        scratch = try ScratchFolder()
        path = scratch.at("mayfly-media-worker")
        try writeScript("#!/bin/sh\necho >&2\n: > '\(scratch.at("begun"))'\nsleep 50\nexit 1\n", to: path)
    }

    /// Returns when it has been started.
    func waitUntilBegun() async throws {
        let sign = scratch.at("begun")
        try await until { FileManager.default.fileExists(atPath: sign) }
    }

    /// Alice opens the inserter, which puts a message with a picture into her input field.
    static func stagePicture(_ test: TestHost, _ window: ConversationWindow) async throws {
        let folder = try test.privateFolder(of: "alice", Inserter.id)
        try Data(try SampleFiles.bytes("palette.png")).write(to: URL(filePath: folder + "/a.png"))
        try Data("message\tm\t?x\t@a.png\t-\tHello\n".utf8).write(to: URL(filePath: folder + "/orders"))
        try await window.open(test.bundle(Inserter.id))
        try await window.tap("go")
    }
}
