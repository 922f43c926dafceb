import CMayflyLinux
import Foundation
import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyStore
import MayflyTestSupport
import MayflyTesting
import Testing

/// The host is killed while a picture is being converted: the process that converts it ends too, and the next start converts
/// it again, and sends it once.
@Suite struct KilledConversionTests {
    @Test(.proves("C-207")) func theMessageGoesOutOnceAfterTheNextStart() async throws {
        let bundle = try PluginWorkshop.bundle("inserter")
        try await Tool.with(bundles: [bundle]) { tool in
            try await tool.setUp()
            // The picture that the process is given, of which nothing comes.
            let picture = tool.home + "/picture"
            try #require(mkfifo(picture, 0o600) == 0)
            let writer = open(picture, O_RDWR | O_CLOEXEC)
            defer { close(writer) }
            let programs = try Self.programs(pipe: tool.home + "/converting", picture: picture)
            let host = try ExtensionHost(home: HomeFolder(path: tool.home))
            let alice = try #require(try host.devices().first { $0.name == "alice" })
            let id = try #require(ExtensionID(rawValue: Inserter.id))
            let place = try host.folders(of: id, on: alice.id).privateFolder
            try Data(try SampleFiles.bytes("palette.png")).write(to: URL(filePath: place + "/a.png"))
            try Data("message\tm\t?x\t@a.png\t-\tHello\n".utf8).write(to: URL(filePath: place + "/orders"))

            try await Self.waitForEnd(of: try await Self.killWhileConverting(tool, bundle, programs))
            let shown = { (device: String) throws in try host.look(at: "chat", as: device).transcript.entries }
            #expect(try shown("bob").isEmpty)
            #expect(try Self.deliveries(try shown("alice")) == [.sending])

            // The first window takes what is left to the other devices, with the real program this time.
            for _ in 0..<2 { try await host.withWindow(on: "chat", as: "bob") { _ in } }
            let image = try shown("bob").compactMap { $0.item?.message?.layout?.image }
            #expect(image.map(\.type) == [.jpeg] && image.map(\.name) == ["picture.jpg"])
            #expect(try shown("bob").count == 1)
            #expect(try Self.deliveries(try shown("alice")) == [.sent])
        }
    }

    /// The program that converts says its process id into a pipe, and then is the real one too, with another picture.
    private static func programs(pipe: String, picture: String) throws -> CommandFolder {
        // Its own number, `$$`, is that of its PID namespace.
        try CommandFolder(
            mediaWorker: """
                read id rest < /proc/self/stat
                exec 3<'\(picture)'
                echo $id > '\(pipe)'
                exec '\(Bundle.main.bundlePath)/mayfly-media-worker' "$@" <&3 3<&-
                """
        )
    }

    /// Returns when the process is gone, which nobody ends but its host's death.
    private static func waitForEnd(of process: Int32) async throws {
        let descriptor = mayfly_pidfd_open(process)
        guard descriptor >= 0 else { return }
        try await OwnThread.run {
            var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            while poll(&event, 1, -1) < 0 {}
        }
        close(descriptor)
    }

    /// Sends the message with these programs, kills the host in the conversion, and gives the process id of
    /// the program that converts.
    private static func killWhileConverting(
        _ tool: Tool,
        _ bundle: String,
        _ programs: CommandFolder
    ) async throws -> Int32 {
        let pipe = tool.home + "/converting"
        try #require(mkfifo(pipe, 0o600) == 0)
        let host = Process()
        host.executableURL = URL(filePath: programs.command)
        host.arguments = ["launch", Inserter.id, "--conversation", "chat", "--as", "alice", "--script", "-"]
        host.environment = [
            "MAYFLY_HOME": tool.home, "PATH": "/usr/bin:/bin",
            "MAYFLY_PATH": URL(filePath: bundle).deletingLastPathComponent().path,
        ]
        let input = Pipe()
        host.standardInput = input
        host.standardOutput = FileHandle.nullDevice
        // A host that ends before it converts must not leave the reader waiting.
        host.terminationHandler = { _ in
            let end = open(pipe, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            if end >= 0 { close(end) }
        }
        try host.run()
        try input.fileHandleForWriting.write(contentsOf: Data("tap go\nsend\n".utf8))
        try input.fileHandleForWriting.close()
        let line = try await OwnThread.run {
            String(decoding: try FileHandle(forReadingFrom: URL(filePath: pipe)).readToEnd() ?? Data(), as: UTF8.self)
        }
        kill(host.processIdentifier, SIGKILL)
        try await OwnThread.run { host.waitUntilExit() }
        return try #require(Int32(line.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    private static func deliveries(_ entries: [TranscriptEntry]) throws -> [DeliveryState] {
        entries.compactMap { if case .bubble(let bubble) = $0 { bubble.delivery } else { nil } }
    }
}
