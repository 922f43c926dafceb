import Foundation
import MayflyTestSupport
import Testing

/// A home that may not be read, that is no folder, or that does not exist, and a process without descriptors.
@Suite struct UnreadableHomeTests {
    private static let reading = [
        ["list"], ["list", "--json"], ["info", "org.mayfly.tally"], ["device", "list"], ["conversation", "list"],
        ["transcript", "chat", "--as", "alice"], ["log"], ["ps"], ["doctor"],
    ]
    private static let writing = [["device", "create", "zoe"], ["install", Samples.folder + "/Tally.mayfly"]]

    private func expectRefusal(_ tool: Tool, _ command: [String], _ complaint: String) async throws {
        let outcome = try await tool.run(all: command)
        #expect(outcome.status == 1, "\(command)")
        #expect(outcome.output.isEmpty, "\(command): \(outcome.output)")
        #expect(outcome.errors == "mayfly: \(complaint)\n", "\(command)")
    }

    private func makeHome(_ tool: Tool, mode: Int) throws {
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: mode]
        try FileManager.default.createDirectory(
            atPath: tool.home,
            withIntermediateDirectories: true,
            attributes: attributes
        )
    }

    @Test(.asAnOrdinaryUser, arguments: reading + writing)
    func aHomeThatMayNotBeReadIsNotAnEmptyOne(_ command: [String]) async throws {
        try await Tool.with { tool in
            try makeHome(tool, mode: 0)
            try await expectRefusal(
                tool,
                command,
                "the home folder '\(tool.home)' cannot be read: Permission denied"
            )
        }
    }

    @Test(arguments: reading + writing) func aHomeThatIsAFileIsToldAsSuch(_ command: [String]) async throws {
        try await Tool.with { tool in
            try Data().write(to: URL(filePath: tool.home))
            try await expectRefusal(tool, command, "the home '\(tool.home)' is a file, not a folder")
        }
    }

    @Test(arguments: [["log"], ["device", "create", "zoe"]])
    func aDatabaseThatIsAFolderIsToldAsSuch(_ command: [String]) async throws {
        try await Tool.with { tool in
            let database = tool.home + "/mayfly.sqlite"
            try FileManager.default.createDirectory(atPath: database, withIntermediateDirectories: true)
            let complaint = "the database '\(database)' is a folder; it stays as it is"
            try await expectRefusal(tool, command, complaint)
            try await expectListed(tool, complaint)
        }
    }

    @Test(.asAnOrdinaryUser, arguments: [["log"], ["device", "create", "zoe"]])
    func aDatabaseThatMayNotBeReadIsToldAsSuch(_ command: [String]) async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let database = tool.home + "/mayfly.sqlite"
            try #require(chmod(database, 0) == 0)
            let complaint = "the database '\(database)' cannot be read: Permission denied"
            try await expectRefusal(tool, command, complaint)
            try await expectListed(tool, complaint)
        }
    }

    /// Extensions are listed and described without the database.
    private func expectListed(_ tool: Tool, _ complaint: String) async throws {
        for command in [["list"], ["list", "--json"], ["info", "org.mayfly.tally"]] {
            let outcome = try await tool.run(all: command)
            #expect(outcome.status == 0, "\(command)")
            #expect(outcome.output.contains("org.mayfly.tally"), "\(command)")
            let warning = "mayfly: warning: it is not known which extensions are disabled: \(complaint)\n"
            #expect(outcome.errors == warning, "\(command)")
        }
    }

    @Test(
        .disabled(if: Sanitizer.isHere, "a sanitizer needs descriptors of its own"),
        arguments: [5, 12, 16, 18, 20, 36],
        [
            ["list"], ["info", "org.mayfly.tally"], ["device", "list"], ["doctor"],
            ["install", Samples.folder + "/Tally.mayfly"],
        ]
    )
    func tooFewDescriptorsAreToldAsSuch(limit: Int, command: [String]) async throws {
        try await Tool.with { tool in
            let mayfly = "ulimit -n \(limit); exec '\(Bundle.main.bundlePath)/mayfly' \(command.joined(separator: " "))"
            let outcome = try await tool.run(program: "/bin/sh", all: ["-c", mayfly])
            #expect(outcome.status == 1)
            #expect(outcome.errors == Self.tooFewDescriptors)
            #expect(outcome.output.isEmpty)
        }
    }

    private static let tooFewDescriptors =
        "mayfly: too many open files: a command needs 48 more than it begins with (see 'ulimit -n')\n"

    /// With one less than it says nothing begins; with as many everything works, the worker and the database included.
    @Test(.disabled(if: Sanitizer.isHere, "a sanitizer needs descriptors of its own"))
    func aCommandNeedsAsManyDescriptorsAsItSays() async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            // The limit is a number of a descriptor. It counts from the three standard ones, and each that the shell was given below it
            // moves it up; the shell's own are closed again.
            let script = """
                limit=$((3 + $1)); shift
                for number in $(ls /proc/$$/fd | sort -n); do
                    [ $number -gt 2 ] && [ $number -lt $limit ] && [ -e /proc/$$/fd/$number ] && limit=$((limit + 1))
                done
                ulimit -n $limit; exec '\(Bundle.main.bundlePath)/mayfly' "$@"
                """
            func run(_ more: Int, _ command: [String], script steps: String = "") async throws -> Tool.Outcome {
                try await tool.run(program: "/bin/sh", all: ["-c", script, "sh", "\(more)"] + command, script: steps)
            }
            let launch = ["launch", "org.mayfly.tally", "--conversation", "chat", "--script", "-"]
            for command in [["list"], ["device", "list"], ["doctor"], launch] {
                let refused = try await run(47, command)
                #expect(refused.status == 1)
                #expect(refused.errors == Self.tooFewDescriptors)
                let done = try await run(48, command, script: "tap plus\ntap stage\nsend\n")
                #expect(done.status == 0, "\(command): \(done.errors)")
            }
            #expect(try await tool.run("transcript", "chat", "--as", "bob").output.contains("Tally: 1"))
        }
    }

    /// What each reading command prints of an empty home: a part of its output, and all of its errors.
    private static let empty: [(command: [String], status: Int32, output: String?, errors: String)] = [
        (["list"], 0, "org.mayfly.tally", ""), (["list", "--json"], 0, "\"id\":\"org.mayfly.tally\"", ""),
        (["info", "org.mayfly.tally"], 0, "  name        Tally\n", ""), (["device", "list"], 0, nil, ""),
        (["conversation", "list"], 0, nil, ""),
        (
            ["transcript", "chat", "--as", "alice"], 1, nil,
            "mayfly: there is no conversation 'chat'; there are no conversations yet\n"
        ),
        (["log"], 0, "NUMBER  LAUNCHED  EXTENSION", ""), (["ps"], 0, "NUMBER  PID  EXTENSION", ""),
        (["doctor"], 0, "LAYER ", ""),
    ]

    /// A home without a database, and none at all.
    @Test(arguments: empty.indices, [true, false])
    func aReadingCommandMakesNothing(of index: Int, isThere: Bool) async throws {
        let (command, status, output, errors) = Self.empty[index]
        #expect(command == Self.reading[index])
        #expect(Self.empty.count == Self.reading.count)
        try await Tool.with { tool in
            if isThere { try makeHome(tool, mode: 0o700) }
            let warning = "mayfly: warning: there is no home folder '\(tool.home)'; it is read as an empty one\n"
            for named in [[], ["--home", tool.home]] {
                let outcome = try await tool.run(all: command + named)
                #expect(outcome.status == status)
                #expect(outcome.errors == (isThere || named.isEmpty ? "" : warning) + errors)
                if let output {
                    #expect(outcome.output.contains(output), "\(outcome.output)")
                } else {
                    #expect(outcome.output.isEmpty)
                }
                // A table has its heading only.
                if ["log", "ps"].contains(command[0]) { #expect(outcome.lines.count == 1) }
            }
            let content = try? FileManager.default.contentsOfDirectory(atPath: tool.home)
            #expect(content == (isThere ? [] : nil))
        }
    }
}
