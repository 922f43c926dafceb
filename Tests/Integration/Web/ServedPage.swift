import Foundation
import Testing

/// `mayfly serve`, started as a person starts it. It is ended at the latest when this value goes.
final class ServedPage {
    let port: UInt16
    /// The secrets of the printed address.
    let token: String
    let key: String
    private let process = Process()
    private let output = Pipe()
    private let errors = Pipe()

    /// Starts it at a free port, in the home folder of the tool, and waits until it has printed its address.
    init(_ tool: Tool, _ arguments: [String] = []) throws {
        process.executableURL = URL(filePath: Bundle.main.bundlePath + "/mayfly")
        process.arguments = ["serve", "--port", "0"] + arguments
        process.environment = ["MAYFLY_HOME": tool.home, "MAYFLY_PATH": tool.path, "PATH": "/usr/bin:/bin"]
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8) { line += byte }
        let text = String(decoding: line, as: UTF8.self)
        let address = try #require(
            text.firstMatch(of: /http:\/\/127\.0\.0\.1:(\d+)\/\?token=(\w+)#key=(\w+)/),
            "\(text)"
        )
        port = try #require(UInt16(address.1))
        (token, key) = (String(address.2), String(address.3))
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    /// Serves a home folder with the people of the conversation `chat`.
    static func with(
        bundles: [String] = [],
        _ body: @Sendable (ServedPage, Tool) async throws -> Void
    ) async throws {
        try await Tool.with(bundles: bundles) { tool in
            for name in ["alice", "bob"] { _ = try await tool.run("device", "create", name) }
            _ = try await tool.run("conversation", "create", "chat", "--with", "alice,bob")
            try await body(try ServedPage(tool), tool)
        }
    }

    /// The header with the cookie that the first load sets.
    var cookie: (String, String) { ("Cookie", "mayfly-\(port)=\(token)") }

    var origin: (String, String) { ("Origin", "http://127.0.0.1:\(port)") }

    /// A connection that says nothing yet.
    func connect() throws -> WebClient { try WebClient(port: port) }

    /// The answer to one request with the cookie, on a connection of its own.
    func get(_ path: String, _ headers: [(String, String)] = []) throws -> WebClient.Answer {
        try connect().request("GET", path, [cookie] + headers)
    }

    /// A page that is connected to the host and has said hello.
    func page() throws -> WebSocketClient {
        let socket = try WebSocketClient(self)
        try socket.call("hello", ["client": "tests", "versions": [1]])
        return socket
    }

    /// Ends it by a signal, and gives its exit status.
    func end(_ signal: Int32 = SIGTERM) -> Int32 {
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    }

    var isRunning: Bool { process.isRunning }
}
