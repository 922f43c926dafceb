import Foundation
import Testing

/// `mayfly host --socket`.
@Suite struct HostSocketTests {
    static func connected(to path: String) throws -> HostClient {
        try #require(connection(to: path), "\(path): \(String(cString: strerror(errno)))")
    }

    private static func connection(to path: String) -> HostClient? {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        let client = HostClient(socket: descriptor)
        return result == 0 ? client : nil
    }

    static func with(
        bundles: [String] = [],
        _ body: @Sendable (_ path: String, HostClient, Tool) async throws -> Void
    ) async throws {
        try await Tool.with(bundles: bundles) { tool in
            // The people are made first, and with them the home folder.
            let maker = try HostClient.inChat(tool)
            try maker.closeInput()
            try maker.finish()
            let path = tool.home + "/s"
            let host = try HostClient(tool, ["host", "--socket", path])
            // Between its making and its first wait for clients, nobody answers at the path.
            while Self.connection(to: path) == nil { await Task.yield() }
            try await body(path, host, tool)
        }
    }

    @Test func onlyItsUserOpensTheSocket() async throws {
        try await Self.with { path, _, _ in
            var status = stat()
            #expect(lstat(path, &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600)
        }
    }

    /// Another user is refused also where the folder and the socket are open to everybody.
    @Test(.enabled(if: geteuid() == 0, "only root runs a program as another user"))
    func anotherUserIsNotServed() async throws {
        try await Tool.with { tool in
            let name = "mayfly-\(UUID().uuidString.prefix(8))"
            let folder = FileManager.default.temporaryDirectory.appending(path: name).path
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            chmod(folder, 0o777)
            let path = folder + "/s"
            let host = try HostClient(tool, ["host", "--socket", path])
            while Self.connection(to: path) == nil { await Task.yield() }
            chmod(path, 0o666)
            let user = ["--reuid=65534", "--regid=65534", "--clear-groups"]
            let own = try await tool.run(
                program: "/usr/bin/setpriv",
                all: ["/usr/bin/python3", "-c", Self.hello, path]
            )
            #expect(own.output.contains("Mayfly"), "\(own.output) \(own.errors)")
            let other = try await tool.run(
                program: "/usr/bin/setpriv",
                all: user + ["/usr/bin/python3", "-c", Self.hello, path]
            )
            #expect(other.output == "connected as 65534\n", "\(other.output) \(other.errors)")
            host.signal(SIGTERM)
            try host.finish()
        }
    }

    /// Prints that it is connected, and what the host answers, up to the end of a line or of the connection.
    private static let hello = """
        import os, socket, sys
        host = socket.socket(socket.AF_UNIX)
        host.connect(sys.argv[1])
        print(f"connected as {os.getuid()}", flush=True)
        try:
            hello = b'"method": "hello", "params": {"client": "c", "versions": [1], "capabilities": []}'
            host.sendall(b'{"jsonrpc": "2.0", "id": 1, ' + hello + b'}\\n')
            print(host.makefile().readline(), end="")
        except OSError:
            pass
        """

    /// Clients have windows of their own; what one sends, the other one's window tells.
    @Test func severalClientsAreServedAtOnce() async throws {
        try await Self.with { path, _, _ in
            let (alice, bob) = (try Self.connected(to: path), try Self.connected(to: path))
            for client in [alice, bob] { try client.sayHello() }
            let (hers, his) = (try alice.openWindow(), try bob.openWindow(as: "bob"))
            #expect(throws: HostClient.Failure.self) { try alice.call("window.look", ["window": "w2"]) }
            try alice.call("window.type", ["window": hers, "text": "hello"])
            let draft = try alice.call("window.look", ["window": hers])["draft"] as? HostClient.Object
            try alice.call("window.send", ["window": hers, "draft": draft?["id"] ?? ""])
            var (next, texts) = (0, [String]())
            while !texts.contains("hello") {
                let batch = try bob.call("events.next", ["window": his, "after": next, "waitMs": 60_000])
                next = try #require(batch["next"] as? Int)
                for event in try #require(batch["events"] as? [HostClient.Object]) {
                    texts += (event["entries"] as? [HostClient.Object] ?? []).compactMap { $0["text"] as? String }
                }
            }
        }
    }

    /// A client that goes away takes its windows and workers with it, and leaves those of others.
    @Test func aClientThatGoesAwayLeavesNothing() async throws {
        try await Self.with(bundles: [Samples.tally]) { path, host, _ in
            let stays = try Self.connected(to: path)
            try stays.sayHello()
            let kept = try stays.openWindow()
            try stays.call("window.openExtension", ["window": kept, "extension": "org.mayfly.tally"])
            let leaver = try Self.connected(to: path)
            try leaver.sayHello()
            let window = try leaver.openWindow(as: "bob")
            try leaver.call("window.openExtension", ["window": window, "extension": "org.mayfly.tally"])
            let worker = try leaver.worker(in: window)
            try leaver.closeInput()
            while FileManager.default.fileExists(atPath: "/proc/\(worker)") { await Task.yield() }
            try stays.call("window.tap", ["window": kept, "control": "plus"])
            #expect(FileManager.default.fileExists(atPath: "/proc/\(try stays.worker(in: kept))"))
            host.signal(SIGTERM)
            try host.finish()
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    @Test func theSocketOfAKilledHostIsReplaced() async throws {
        try await Self.with { path, host, tool in
            host.signal(SIGKILL)
            try host.finish()
            #expect(FileManager.default.fileExists(atPath: path))
            let next = try HostClient(tool, ["host", "--socket", path])
            // Until it listens, nobody answers at the path.
            while Self.connection(to: path) == nil { await Task.yield() }
            try Self.connected(to: path).sayHello()
            next.signal(SIGTERM)
            try next.finish()
        }
    }

    @Test func whatIsInTheWayIsTold() async throws {
        try await Self.with { path, _, tool in
            let second = try await tool.run("host", "--socket", path)
            #expect(second.status != 0)
            #expect(second.errors.contains("another program listens on '\(path)'"))
            let file = tool.home + "/file"
            try Data("precious".utf8).write(to: URL(filePath: file))
            let third = try await tool.run("host", "--socket", file)
            #expect(third.errors.contains("'\(file)' exists and is no socket"))
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "precious")
            let long = tool.home + "/" + String(repeating: "s", count: 200)
            #expect(try await tool.run("host", "--socket", long).errors.contains("1 to 107 bytes"))
        }
    }
}
