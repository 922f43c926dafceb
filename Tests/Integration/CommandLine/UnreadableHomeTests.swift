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
            try await expectRefusal(tool, command, "the database '\(database)' is a folder; it stays as it is")
        }
    }

    @Test(.asAnOrdinaryUser, arguments: [["log"], ["device", "create", "zoe"]])
    func aDatabaseThatMayNotBeReadIsToldAsSuch(_ command: [String]) async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let database = tool.home + "/mayfly.sqlite"
            try #require(chmod(database, 0) == 0)
            try await expectRefusal(tool, command, "the database '\(database)' cannot be read: Permission denied")
            #expect(try await tool.run("list").errors.contains("it is not known which extensions are disabled"))
        }
    }

    @Test(
        .disabled(if: Sanitizer.isHere, "a sanitizer needs descriptors of its own"),
        arguments: [5, 12, 16, 18, 20, 36],
        [["list"], ["device", "list"], ["doctor"], ["install", Samples.folder + "/Tally.mayfly"]]
    )
    func tooFewDescriptorsAreToldAsSuch(limit: Int, command: [String]) async throws {
        try await Tool.with { tool in
            let mayfly = "ulimit -n \(limit); exec '\(Bundle.main.bundlePath)/mayfly' \(command.joined(separator: " "))"
            let outcome = try await tool.run(program: "/bin/sh", all: ["-c", mayfly])
            #expect(outcome.status == 1)
            #expect(outcome.errors.hasPrefix("mayfly: too many open files: "), "\(outcome.errors)")
            #expect(outcome.output.isEmpty)
        }
    }

    /// A home without a database, and none at all.
    @Test(arguments: reading, [true, false]) func aReadingCommandMakesNothing(_ command: [String], isThere: Bool)
        async throws
    {
        try await Tool.with { tool in
            if isThere { try makeHome(tool, mode: 0o700) }
            let usual = try await tool.run(all: command)
            let named = try await tool.run(all: command + ["--home", tool.home])
            let warning = "mayfly: warning: there is no home folder '\(tool.home)'; it is read as an empty one\n"
            #expect(named.status == usual.status)
            #expect(named.output == usual.output)
            #expect(named.errors == (isThere ? "" : warning) + usual.errors)
            let content = try? FileManager.default.contentsOfDirectory(atPath: tool.home)
            #expect(content == (isThere ? [] : nil))
        }
    }
}
