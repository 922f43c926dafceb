import Foundation
import MayflyHost
import MayflyModel
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

    /// A host that takes no clients, as one that is stopped, is not replaced, and the next one does not wait for it.
    @Test func aHostWhoseQueueIsFullIsThere() async throws {
        let scratch = try ScratchFolder()
        let host = try ExtensionHost(home: HomeFolder(path: scratch.at("home")))
        let path = scratch.at("s")
        let listener = try SocketListener(path: path, host: host, complain: { _ in })
        var waiting: [Int32] = []
        defer { for client in waiting { close(client) } }
        repeat { waiting.append(Self.client(of: path)) } while errno == 0
        try #require(errno == EAGAIN)
        // Who waits for the queue would wait as long as this lives.
        let attempt = Task.detached { () -> MayflyError? in
            do throws(MayflyError) {
                _ = try SocketListener(path: path, host: host, complain: { _ in })
                return nil
            } catch {
                return error
            }
        }
        let rescue = Task { [waiting] in
            // Only where the attempt waits: it then finds that nobody listens.
            try await Task.sleep(for: .seconds(60))
            for client in waiting { shutdown(client, Int32(SHUT_RDWR)) }
            try await Self.end(listener)
        }
        let error = await attempt.value
        rescue.cancel()
        #expect(error?.code == .alreadyExists)
        #expect(error?.message.contains("another program listens") == true)
        if error != nil { try await Self.end(listener) } else { _ = await rescue.result }
    }

    /// Where it cannot be found out whether somebody listens, the socket stays.
    @Test func aSocketOfAnotherKindStays() throws {
        let scratch = try ScratchFolder()
        let host = try ExtensionHost(home: HomeFolder(path: scratch.at("home")))
        let path = scratch.at("s")
        let other = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(other) }
        try #require(Self.withAddress(of: path) { bind(other, $0, $1) } == 0)
        #expect(throws: MayflyError.self) { try SocketListener(path: path, host: host, complain: { _ in }) }
        #expect(FileManager.default.fileExists(atPath: path))
    }

    /// A client that does not wait for a place in the queue; `errno` says whether it has one.
    private static func client(of path: String) -> Int32 {
        let client = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        if withAddress(of: path, { connect(client, $0, $1) }) == 0 { errno = 0 }
        return client
    }

    private static func withAddress(of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    private static func end(_ listener: SocketListener) async throws {
        let serving = Task { await listener.run() }
        serving.cancel()
        await serving.value
    }
}
