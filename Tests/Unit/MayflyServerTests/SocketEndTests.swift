import Foundation
import MayflyHost
import MayflyTestSupport
import Testing

@testable import MayflyServer

@Suite struct SocketEndTests {
    /// At its end a host removes the socket that it has made, and not that of another host at the same path.
    @Test func theSocketOfAnotherHostStays() async throws {
        let scratch = try ScratchFolder()
        let host = try ExtensionHost(home: HomeFolder(path: scratch.at("home")))
        let path = scratch.at("s")
        let first = try SocketListener(path: path, host: host, complain: { _ in })
        unlink(path)
        let second = try SocketListener(path: path, host: host, complain: { _ in })
        try await Self.end(first)
        #expect(FileManager.default.fileExists(atPath: path))
        try await Self.end(second)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    private static func end(_ listener: SocketListener) async throws {
        let serving = Task { await listener.run() }
        serving.cancel()
        await serving.value
    }
}
