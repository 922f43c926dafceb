import MayflyHost
import MayflyRPC
import MayflyTestSupport
import Testing

@testable import MayflyServer

@Suite struct ClientTests {
    /// The last events of closed windows take no more room than those of one window, and those of the window that was closed last stay.
    @Test func eventsOfClosedWindowsAreBounded() async throws {
        let scratch = try ScratchFolder()
        let host = try ExtensionHost(home: HomeFolder(path: scratch.at("home")))
        for name in ["alice", "bob"] { try host.createDevice(name) }
        try host.createConversation("chat", with: ["alice", "bob"])
        let client = Client(host, files: .paths)
        let piece = String(repeating: "x", count: 1 << 18)
        func close(_ pieces: Int) async throws -> String {
            let window = try await client.openWindow(on: "chat", as: "alice")
            for _ in 0..<pieces { window.log.append("view") { _ in piece } }
            await client.close(window)
            return window.name
        }
        let first = try await close(5)
        let second = try await close(5)
        #expect(try client.log(of: first).bytes >= 5 << 18)
        let third = try await close(8)
        #expect(throws: RPCError.self) { try client.log(of: first) }
        #expect(try client.log(of: second).bytes >= 5 << 18)
        let last = try await close(40)
        #expect(throws: RPCError.self) { try client.log(of: third) }
        #expect(try client.log(of: last).bytes > ConnectionLimits.eventBytes - 2 << 18)
        await client.close(client.cancelWindows())
    }
}
