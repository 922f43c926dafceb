import Foundation
import Glibc
import MayflyTestSupport
import Testing

/// Who is killed while a client sends one text after the other, with requests under way.
enum HostVictim: CaseIterable {
    /// A host that serves standard streams.
    case host
    /// A host that serves a socket.
    case hostOfSocket
    /// The program of the client.
    case client

    struct Run {
        /// The process of the host.
        let host: Int32
        /// The texts whose sending was answered.
        let acknowledged: [String]
    }

    /// One run, which ends by a kill: some moments after a few sendings were answered, so that it hits another one.
    func run(_ name: String, _ tool: Tool, _ dice: inout SeededGenerator) async throws -> Run {
        let count = Int.random(in: 1...4, using: &dice)
        let moment = UInt32.random(in: 0...20_000, using: &dice)
        switch self {
        case .host:
            let host = try HostClient(tool)
            return try Self.send(name, by: host, to: host, killing: moment, after: count)
        case .hostOfSocket:
            let path = tool.home + "/s"
            let host = try HostClient(tool, ["host", "--socket", path])
            try await until { HostSocketTests.connection(to: path) != nil }
            let client = try HostSocketTests.connected(to: path)
            return try Self.send(name, by: client, to: host, killing: moment, after: count)
        case .client: return try Self.killClient(name, tool, moment, after: count)
        }
    }

    /// The next text is written before the sending of the last one is answered.
    private static func send(
        _ name: String,
        by client: HostClient,
        to host: HostClient,
        killing moment: UInt32,
        after count: Int
    ) throws -> Run {
        try client.sayHello()
        let window = try client.openWindow()
        try client.call("window.openExtension", ["window": window, "extension": "org.mayfly.tally"])
        func write(_ step: Int) throws -> Int {
            _ = try client.request("window.replaceText", ["window": window, "text": "\(name).\(step)"])
            return try client.request("window.look", ["window": window])
        }
        var acknowledged: [String] = []
        do {
            var look = try write(0)
            while let draft = try client.resultBeforeTheEnd(of: look)?["draft"] as? HostClient.Object {
                let step = acknowledged.count
                let send = try client.request("window.send", ["window": window, "draft": draft["id"] ?? ""])
                look = try write(step + 1)
                guard try client.resultBeforeTheEnd(of: send) != nil else { break }
                acknowledged.append("\(name).\(step)")
                if acknowledged.count == count { kill(host.identifier, in: moment) }
            }
        } catch let failure as HostClient.Failure {
            throw failure
        } catch {
            // The host has closed its end.
        }
        #expect(try host.finish() == -SIGKILL)
        return Run(host: host.identifier, acknowledged: acknowledged)
    }

    /// Kills a process some microseconds later, while this thread goes on.
    private static func kill(_ process: Int32, in microseconds: UInt32) {
        Thread.detachNewThread {
            usleep(microseconds)
            Glibc.kill(process, SIGKILL)
        }
    }

    private static func killClient(_ name: String, _ tool: Tool, _ moment: UInt32, after count: Int) throws -> Run {
        let (client, output) = (Process(), Pipe())
        client.executableURL = URL(filePath: "/usr/bin/python3")
        let script = Checkout.folder.path + "/Tests/Integration/Programs/sender.py"
        client.arguments = [script, Checkout.folder.path + "/Examples/python", tool.home, name]
        client.environment = ["MAYFLY_PATH": tool.path, "PATH": Bundle.main.bundlePath + ":/usr/bin:/bin"]
        client.standardOutput = output
        try client.run()
        defer { if client.isRunning { Glibc.kill(client.processIdentifier, SIGKILL) } }
        var lines = LineSource(output.fileHandleForReading)
        func next() -> String? { lines.next().map { String(decoding: $0, as: UTF8.self) } }
        let host = try #require(next().flatMap { Int32($0) }, "the client has no host")
        var acknowledged: [String] = []
        while let text = next() {
            acknowledged.append(text)
            if acknowledged.count == count { kill(client.processIdentifier, in: moment) }
        }
        client.waitUntilExit()
        #expect(client.terminationReason == .uncaughtSignal && client.terminationStatus == SIGKILL)
        return Run(host: host, acknowledged: acknowledged)
    }
}
