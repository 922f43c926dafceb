import CMayflyLinux
import Foundation
import Glibc
import Testing

/// The host is killed: no worker outlives it, whatever it was doing.
@Suite struct HostDeathTests {
    /// What the worker does when the host dies, by the script that leads there and the event that says so.
    static let moments = [
        ("idle", "show\nwait openURL\n", "viewDidAppear"),
        ("busy", "tap hang\n", "didPerformAction"),
        ("stopped", "tap stop\n", "didPerformAction"),
        ("lingering", "dismiss\nwait openURL\n", "didResignActive"),
    ]

    @Test(arguments: moments)
    func noWorkerOutlivesItsHost(name: String, script: String, event: String) async throws {
        let bundle = try PluginWorkshop.bundle("recorder")
        try await Tool.with(bundles: [bundle]) { tool in
            try await tool.setUp()
            let host = Process()
            host.executableURL = URL(filePath: Bundle.main.bundlePath + "/mayfly")
            host.arguments = ["launch", Recorder.id, "--conversation", "chat", "--script", "-", "--json"]
            host.environment = [
                "MAYFLY_HOME": tool.home, "PATH": "/usr/bin:/bin",
                "MAYFLY_PATH": URL(filePath: bundle).deletingLastPathComponent().path,
            ]
            let (input, output) = (Pipe(), Pipe())
            host.standardInput = input
            host.standardOutput = output
            host.standardError = FileHandle.nullDevice
            try host.run()
            try input.fileHandleForWriting.write(contentsOf: Data(script.utf8))
            try input.fileHandleForWriting.close()
            let worker = try workerProcess(reading: output.fileHandleForReading, until: event)
            let descriptor = mayfly_pidfd_open(worker)
            try #require(descriptor >= 0)
            defer { close(descriptor) }
            kill(host.processIdentifier, SIGKILL)
            host.waitUntilExit()
            // The worker is nobody's child here; its descriptor becomes readable when it is gone.
            var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            #expect(poll(&wait, 1, 10_000) == 1, "the worker lives on")
        }
    }

    /// The process id of the worker, once the host has printed that event.
    private func workerProcess(reading output: FileHandle, until event: String) throws -> Int32 {
        var (process, lines): (Int32?, LineSource) = (nil, LineSource(output))
        while true {
            let next = lines.next()
            let line = try #require(next, "the host ended before \(event)")
            let object = try JSONSerialization.jsonObject(with: line) as? [String: Any]
            if object?["state"] as? String == "spawned" { process = (object?["pid"] as? Int).map { Int32($0) } }
            if object?["name"] as? String == event { return try #require(process) }
        }
    }
}
