import Foundation
import GRDB
import MayflyTestSupport
import Testing

/// A home folder that cannot be written, and a disk without space.
@Suite struct UnwritableHomeTests {
    private static let reading = [
        ["transcript", "chat", "--as", "bob"], ["transcript", "chat", "--as", "bob", "--json"], ["device", "list"],
        ["conversation", "list"], ["conversation", "list", "--as", "alice"], ["log"], ["log", "org.mayfly.tally"],
        ["ps"], ["list"], ["info", "org.mayfly.tally"],
    ]

    /// Runs a shell's text with `$mayfly` and `$home` in a mount namespace of its own.
    private func shell(_ text: String, _ tool: Tool) async throws -> Tool.Outcome {
        let inside = "home='\(tool.home)'; mayfly='\(Bundle.main.bundlePath)/mayfly'; \(text)"
        return try await tool.run(program: "/usr/bin/unshare", all: ["--map-root-user", "--mount", "sh", "-c", inside])
    }

    private static let readOnly =
        "mount --bind \"$home\" \"$home\" && mount -o remount,ro,bind \"$home\" && exec $mayfly "
    private static let small = "mkdir -p \"$home\" && mount -t tmpfs -o size=2m,mode=700 none \"$home\" || exit 9; "

    private func fill(_ tool: Tool) async throws {
        try await tool.setUp()
        let arguments = ["launch", "org.mayfly.tally", "--conversation", "chat", "--as", "alice", "--script", "-"]
        #expect(try await tool.run(all: arguments, script: "tap stage\nsend\n").status == 0)
    }

    @Test func readingCommandsSayTheSameOfAHomeThatCannotBeWritten() async throws {
        try await Tool.with { tool in
            try await fill(tool)
            for command in Self.reading {
                let usual = try await tool.run(all: command)
                let outcome = try await shell(Self.readOnly + command.joined(separator: " "), tool)
                #expect(outcome.status == 0, "\(command): \(outcome.errors)")
                #expect(outcome.output == usual.output, "\(command)")
            }
            let doctor = try await shell(Self.readOnly + "doctor", tool)
            #expect(doctor.status == 0 && doctor.output.contains("seccomp"), "\(doctor.errors)")
        }
    }

    @Test func aWritingCommandSaysWhyTheHomeCannotBeWritten() async throws {
        try await Tool.with { tool in
            try await fill(tool)
            let outcome = try await shell(Self.readOnly + "device create zoe", tool)
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains("Read-only file system"), "\(outcome.errors)")
            #expect(try await !tool.run("device", "list").output.contains("zoe"))
        }
    }

    @Test func aHomeThatDoesNotExistAndCannotBeMadeIsEmpty() async throws {
        try await Tool.with { tool in
            try FileManager.default.createDirectory(atPath: tool.home, withIntermediateDirectories: true)
            let log = "mount -t tmpfs -o ro none \"$home\" && $mayfly log --home \"$home/new\""
            let outcome = try await shell(log, tool)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.lines.count == 1)
        }
    }

    /// It reads a copy of the database, and does not see what others name meanwhile.
    @Test func aReaderOfAHomeThatCannotBeWrittenRemovesNoFile() async throws {
        try await Tool.with { tool in
            try await fill(tool)
            let name = String(repeating: "a", count: 64) + ".png"
            let file = "\(tool.home)/media/\(name)"
            try FileManager.default.createDirectory(atPath: tool.home + "/media", withIntermediateDirectories: true)
            try Data("unnamed".utf8).write(to: URL(filePath: file))
            let old = [FileAttributeKey.modificationDate: Date(timeIntervalSince1970: 1_000_000)]
            try FileManager.default.setAttributes(old, ofItemAtPath: file)
            try await DatabaseQueue(path: tool.home + "/mayfly.sqlite").write { db in
                try db.execute(sql: "INSERT INTO loose_file (name) VALUES (?)", arguments: [name])
            }
            let media = "mount --bind \"$home\" \"$home\" && mount --bind \"$home/media\" \"$home/media\" && "
            let readOnly =
                "mount -o remount,ro,bind \"$home\" && touch \"$home/media/written\" && exec $mayfly device list"
            #expect(try await shell(media + readOnly, tool).status == 0)
            #expect(FileManager.default.fileExists(atPath: tool.home + "/media/written"))
            #expect(FileManager.default.fileExists(atPath: file))
            #expect(try await tool.run("device", "create", "zoe").status == 0)
            #expect(!FileManager.default.fileExists(atPath: file), "a command that writes removes it")
        }
    }

    /// What a killed host leaves beside the database is read, too.
    @Test func aTranscriptWithALogOfWritesIsReadFromAHomeThatCannotBeWritten() async throws {
        try await Tool.with(bundles: [try PluginWorkshop.bundle("recorder")]) { tool in
            try await tool.setUp()
            let folder = URL(filePath: try PluginWorkshop.bundle("recorder")).deletingLastPathComponent().path
            let home = tool.home
            try await OwnThread.run {
                let (id, chat) = (Recorder.id, "chat")
                let process = try ToolProcess(home: home, folders: folder, "launch", id, "--conversation", chat)
                try process.tellMore("tap stage\nsend\n")
                try process.waitFor(event: "didStartSending")
                process.signal(SIGKILL)
                _ = try process.finish()
            }
            #expect(FileManager.default.fileExists(atPath: tool.home + "/mayfly.sqlite-wal"))
            let outcome = try await shell(Self.readOnly + "transcript chat --as alice", tool)
            #expect(outcome.lines.first?.hasPrefix("  1  alice: [recorder]") == true, "\(outcome)")
        }
    }

    @Test func aFullDiskIsToldAsSuchAndReadingGoesOn() async throws {
        try await Tool.with { tool in
            let make = "for name in alice bob; do $mayfly device create $name; done; "
            let fill = "cat /dev/zero > \"$home/filler\" 2> /dev/null; $mayfly device list; echo \"status $?\"; "
            let write = "$mayfly device create zoe; echo \"status $?\"; "
            let again = "rm \"$home/filler\"; $mayfly device create zoe"
            let outcome = try await shell(Self.small + make + fill + write + again, tool)
            #expect(outcome.status == 0)
            let lines = [
                "created device 'alice'", "created device 'bob'", "NAME   PROFILE  PERSON", "alice  full     alice",
                "bob    full     bob",
                "status 0", "status 1", "created device 'zoe'",
            ]
            #expect(outcome.lines == lines, "\(outcome.errors)")
            #expect(outcome.errors.hasSuffix("/mayfly.sqlite' has no space left on its disk\n"), "\(outcome.errors)")
            #expect(outcome.errors.split(separator: "\n").count == 1)
        }
    }

    /// The launch of a host that was killed has no receipt yet, and none can be written.
    @Test func aFullDiskIsReadWhereAHostWasKilled() async throws {
        try await Tool.with { tool in
            let make = """
                for name in alice bob; do $mayfly device create $name; done
                $mayfly conversation create chat --with alice,bob
                mkfifo "$home/in"
                $mayfly launch org.mayfly.tally --conversation chat --as alice < "$home/in" > /dev/null &
                host=$!
                exec 3> "$home/in"
                until $mayfly ps | grep -q tally; do sleep 0.05; done
                kill -9 $host
                wait $host

                """
            let commands = ["device list", "conversation list", "log", "ps", "transcript chat --as bob"]
            // Whoever closes the database last gives space back.
            let script = (commands + ["device create zoe"]).map { command in
                "cat /dev/zero >> \"$home/filler\" 2> /dev/null; $mayfly \(command) > /dev/null; echo \"status $?\"\n"
            }
            let outcome = try await shell(Self.small + make + script.joined(), tool)
            let statuses = outcome.lines.filter { $0.hasPrefix("status") }
            #expect(statuses == commands.map { _ in "status 0" } + ["status 1"], "\(outcome.errors)")
        }
    }
}
