import Foundation
import MayflyBench
import Testing

/// How `mayfly host` ends, and what is left of it.
@Suite struct HostEndTests {
    enum End: CaseIterable {
        case endOfInput, closedOutput, terminated, killed
    }

    /// No worker outlives the program, whichever end it has.
    @Test(arguments: End.allCases) func nothingIsLeft(end: End) async throws {
        try await Tool.with(bundles: [Samples.tally]) { tool in
            let client = try HostClient.inChat(tool)
            let windows = [try client.openWindow(), try client.openWindow(as: "bob")]
            for window in windows {
                try client.call("window.openExtension", ["window": window, "extension": "org.mayfly.tally"])
            }
            let workers = try windows.map(client.worker)
            try #require(workers.allSatisfy { FileManager.default.fileExists(atPath: "/proc/\($0)") })
            let host = client.identifier
            try #require(!ProcessCensus.family(of: host).isEmpty)
            switch end {
            case .endOfInput: try client.closeInput()
            case .closedOutput:
                // The answer cannot be written.
                try client.closeOutput()
                try client.send(line: #"{"jsonrpc":"2.0","id":99,"method":"devices.list"}"#)
            case .terminated: client.signal(SIGTERM)
            case .killed: client.signal(SIGKILL)
            }
            let status = try client.finish()
            switch end {
            case .endOfInput, .closedOutput, .terminated: #expect(status == 0)
            case .killed: #expect(status == -SIGKILL)
            }
            if end == .killed {
                // The kernel ends them, and takes a moment.
                #expect(ProcessCensus.survivors(of: [host], home: tool.home, sparing: []) == [])
            } else {
                #expect(workers.allSatisfy { !FileManager.default.fileExists(atPath: "/proc/\($0)") })
                #expect(ProcessCensus.family(of: host) == [])
            }
            let receipts = try await tool.run("log", "--json").events()
            #expect(receipts.map { $0["device"] as? String }.sorted { ($0 ?? "") < ($1 ?? "") } == ["alice", "bob"])
            let cause = end == .killed ? "hostEnded" : "finished"
            #expect(receipts.allSatisfy { $0["cause"] as? String == cause }, "\(receipts)")
        }
    }

    /// Another program holds the lock of the folder of extensions for as long as the host lives.
    @Test(arguments: [End.endOfInput, .terminated]) func whatWaitsDoesNotHoldTheEnd(end: End) async throws {
        try await Tool.with { tool in
            let client = try HostClient.inChat(tool)
            let window = try client.openWindow()
            let extensions = tool.home + "/extensions"
            let installs = try HeldInstalls(in: extensions)
            var refused = [try client.request("extensions.install", ["path": Samples.tally])]
            for _ in 0..<8 { refused.append(try client.request("extensions.install", ["path": Samples.tally])) }
            refused.append(try client.request("extensions.uninstall", ["extension": "org.mayfly.tally"]))
            refused.append(try client.request("devices.create", ["name": "carol"]))
            refused.append(try client.request("window.type", ["window": window, "text": "hello"]))
            if end == .endOfInput { try client.closeInput() } else { client.signal(SIGTERM) }
            #expect(try client.finish() == 0)
            #expect(installs.letGo(), "the end waited for the installs")
            let answers = try client.received.map { line in
                try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? HostClient.Object)
            }
            for id in refused {
                let answer = answers.first { $0["id"] as? Int == id }
                #expect(answer.flatMap(HostClient.failure)?.name == "closing", "\(id): \(String(describing: answer))")
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: extensions) == [".lock"])
            #expect(try await !tool.run("device", "list").output.contains("carol"))
        }
    }

    /// A client that goes away in the middle of a line has not sent it.
    @Test func halfALineIsNoRequest() async throws {
        try await Tool.with { tool in
            let client = try HostClient.inChat(tool)
            try client.send(
                bytes: Array(#"{"jsonrpc":"2.0","id":7,"method":"devices.create","params":{"name":"carol"}}"#.utf8)
            )
            try client.closeInput()
            #expect(try client.finish() == 0)
            #expect(!client.received.contains { $0.contains(#""id":7"#) })
            #expect(try await !tool.run("device", "list").output.contains("carol"))
        }
    }

    /// What was answered is kept, whenever the program is killed.
    @Test func whatWasAnsweredIsKept() async throws {
        try await Tool.with { tool in
            let client = try HostClient.inChat(tool)
            let window = try client.openWindow()
            var sent = 0
            for number in 1...20 {
                try client.call("window.type", ["window": window, "text": "\(number)"])
                let draft = try client.call("window.look", ["window": window])["draft"] as? HostClient.Object
                try client.call("window.send", ["window": window, "draft": draft?["id"] ?? ""])
                sent = number
            }
            client.signal(SIGKILL)
            try client.finish()
            let lines = try await tool.run("transcript", "chat", "--as", "bob").lines
            #expect(lines.count { $0.contains("alice: ") } == sent)
        }
    }
}
