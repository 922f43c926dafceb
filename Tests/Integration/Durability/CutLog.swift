import Foundation
import MayflyModel
import MayflyStore
import Testing

/// A home whose write-ahead log was left by a killed process.
enum CutLog {
    private static let script =
        "tap stage\ntype one\nsend\ntap attach\ntap sticker\nsend\ntap stage\ntype two\nwait openURL\n"

    /// Plays a script and kills the process that waits at its end. Gives how many events were added to the logs.
    static func play(bundle: String, home: String) async throws -> Int {
        do {
            let store = try Store(home: HomeFolder(path: home))
            for device in ["alice", "bob"] { _ = try store.createDevice(device) }
            _ = try store.createConversation("chat", with: ["alice", "bob"])
        }
        let path = home + ".script"
        try Data(script.utf8).write(to: URL(filePath: path))
        let process = try VictimProcess(
            device: "alice",
            arguments: [
                "launch", Composer.id, "--home", home, "--conversation", "chat", "--json", "--script", path,
            ],
            environment: [
                "PATH": "/usr/bin:/bin", "MAYFLY_PATH": URL(filePath: bundle).deletingLastPathComponent().path,
            ],
            complaints: home + ".errors"
        )
        while !process.isAtEnd, !process.lines.contains(where: { $0.contains("\"text\":\"two\"") }) {
            var wait = pollfd(fd: process.output, events: Int16(POLLIN), revents: 0)
            try #require(poll(&wait, 1, 60_000) == 1)
            process.read()
        }
        process.kill()
        #expect(try process.reap() == nil)
        // Another home has the log as it is now; opening this one would put it into the database.
        let copy = home + "-whole"
        try FileManager.default.copyItem(atPath: home, toPath: copy)
        return try audit(copy)
    }

    /// Whether all that a home still has is whole. Gives how many events were added to its logs.
    static func audit(_ home: String) throws -> Int {
        let id = try #require(ExtensionID(rawValue: Composer.id))
        // The conversation itself may be gone with the rest of the log.
        guard try Store(home: HomeFolder(path: home)).conversations().contains(where: { $0.name == "chat" }) else {
            return 0
        }
        var audit = try HomeAudit(home: home, conversation: "chat", extensions: [id: "composer"])
        try audit.checkFile()
        try audit.checkFolds()
        audit.checkMedia()
        try audit.checkSends(isDelivered: false)
        #expect(audit.problems == [])
        return try audit.devices.reduce(0) { sum, device in
            let progress = try audit.progress(of: device)
            return sum + progress.transcriptEvents + progress.fieldChanges
        }
    }
}
