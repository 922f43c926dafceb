import CMayflyLinux
import Foundation
import Testing

/// The host is killed: the next program writes the receipts that it could not.
@Suite struct EndedHostTests {
    @Test func theNextStartWritesTheReceiptsOfAKilledHost() async throws {
        let bundle = try PluginWorkshop.bundle("recorder")
        try await Tool.with(bundles: [bundle]) { tool in
            try await tool.setUp()
            let host = Process()
            host.executableURL = URL(filePath: Bundle.main.bundlePath + "/mayfly")
            host.arguments = ["launch", Recorder.id, "--conversation", "chat"]
            host.environment = [
                "MAYFLY_HOME": tool.home, "PATH": "/usr/bin:/bin",
                "MAYFLY_PATH": URL(filePath: bundle).deletingLastPathComponent().path,
            ]
            host.standardInput = Pipe()
            host.standardOutput = FileHandle.nullDevice
            host.standardError = FileHandle.nullDevice
            try host.run()
            defer { host.terminate() }
            var isSeen = false
            for _ in 0..<500 where !isSeen { isSeen = try await !tool.run("ps", "--json").output.isEmpty }
            #expect(isSeen)
            #expect(try await tool.run("log", "--json").output.isEmpty, "it lives, and has no receipt")
            kill(host.processIdentifier, SIGKILL)
            host.waitUntilExit()
            let receipts = try await tool.run("log", "--json").events()
            #expect(receipts.map { $0["cause"] as? String } == ["hostEnded"])
            #expect(receipts.first?["extension"] as? String == Recorder.id)
            let numbers = [
                "lifetime_us", "cpu_us", "peak_memory_kib", "callbacks", "calls", "bytes_sent", "bytes_received",
            ]
            for number in numbers { #expect(receipts.first?[number] is NSNull, "nobody has measured \(number)") }
            let shown = try await tool.run("log", "1").output
            #expect(shown.contains("lifetime unknown") && shown.contains("processor unknown, peak memory unknown"))
            #expect(!shown.contains("0 callbacks") && !shown.contains("0.00 ms"))
            #expect(try await tool.run("ps", "--json").output.isEmpty)
            #expect(try await tool.run("log", "--json").events().count == 1, "it is written once")
        }
    }
}
