import Foundation
import MayflyTestSupport
import Testing

/// Numbers, and folders, that an option does not take: the line names the option, what it takes, and what was given.
@Suite struct OptionTests {
    @Test(arguments: [
        (["log", "--limit", "-3"], "--limit takes 1 to 1000, not -3"),
        (["log", "--limit", "1001"], "--limit takes 1 to 1000, not 1001"),
        (["transcript", "chat", "--as", "alice", "--last", "-1"], "--last takes 1 or more, not -1"),
        (["soak", "--minutes", "-1"], "--minutes takes more than 0 and at most 10080, not -1.0"),
        (["soak", "--minutes", "0"], "--minutes takes more than 0 and at most 10080, not 0.0"),
        (["soak", "--launches", "0"], "--launches takes 1 to 1000000000, not 0"),
        (["soak", "--at-once", "-2"], "--at-once takes 1 to 64, not -2"),
        (["soak", "--at-once", "65"], "--at-once takes 1 to 64, not 65"),
        (["soak", "--plugins", "/nonexistent"], "--plugins takes a folder with bundles, and '/nonexistent' has none"),
        (["soak", "--plugins", "/etc"], "--plugins takes a folder with bundles, and '/etc' has none"),
        (["bench", "--driver", "--launches", "-1"], "--launches takes 0 to 1000000, not -1"),
        (["bench", "--driver", "--payload", "0"], "--payload takes 1 to 100000 bytes, not 0"),
    ])
    func saysWhatItTakes(_ arguments: [String], _ line: String) async throws {
        try await Tool.with { tool in
            let outcome = try await tool.run(all: arguments)
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains(line), "\(outcome.errors)")
        }
    }

    @Test(arguments: [
        (["lst"], "unknown command 'lst'; did you mean 'list'?"),
        (["--home", "/tmp", "lst", "--json"], "unknown command 'lst'; did you mean 'list'?"),
        (["help", "lst"], "unknown command 'lst'; did you mean 'list'?"),
        (["help", "nothing-like-it"], "unknown command 'nothing-like-it'; see 'mayfly help'"),
        (["frobnicate", "--help"], "unknown command 'frobnicate'; see 'mayfly help'"),
        (["device", "creat", "zoe"], "unknown command 'creat'; did you mean 'create'?"),
        (["help", "device", "creat"], "unknown command 'creat'; did you mean 'create'?"),
        (["store", "instal"], "unknown command 'instal'; did you mean 'install'?"),
        (["help", "publish", "int"], "unknown command 'int'; did you mean 'init'?"),
    ])
    func anUnknownCommandIsToldAsSuch(_ arguments: [String], _ line: String) async throws {
        try await Tool.with { tool in
            let outcome = try await tool.run(all: arguments)
            #expect(outcome.status == 2)
            #expect(outcome.output.isEmpty)
            #expect(outcome.errors == "mayfly: \(line)\n")
        }
    }

    @Test(arguments: [
        (["help"], "USAGE: mayfly [--home <dir>] <subcommand>"),
        (["help", "launch"], "USAGE: mayfly launch [<options>] <id> --conversation <name>"),
        (
            ["help", "device", "create"],
            "USAGE: mayfly device create [--home <dir>] <name> [--of <person>] [--profile <profile>] [--json]"
        ), (["help", "help"], "USAGE: mayfly help [<subcommands> ...]"),
        (["device"], "USAGE: mayfly device [--home <dir>] <subcommand>"),
        (["help", "store"], "USAGE: mayfly store [--home <dir>] <subcommand>"),
        (["--home", "/tmp", "help", "store"], "USAGE: mayfly store [--home <dir>] <subcommand>"),
        (
            ["help", "store", "install"],
            "USAGE: mayfly store install [--home <dir>] <id> [--from <address>] [--yes]"
        ), (["help", "publish"], "USAGE: mayfly publish <subcommand>"),
    ])
    func whatIsKnownIsDescribed(_ arguments: [String], _ usage: String) async throws {
        try await Tool.with { tool in
            let outcome = try await tool.run(all: arguments)
            #expect(outcome.status == 0)
            #expect(outcome.errors.isEmpty)
            #expect(outcome.lines.contains(usage), "\(outcome.output)")
        }
    }

    /// The help of a command that another program carries out is that of the program.
    @Test(arguments: [
        (["publish", "init"], "--timestamp <file>"), (["validate"], "--level <level>"), (["new"], "--language <"),
        (["pack"], "--output <"), (["run"], "--web"), (["test"], "--junit <"), (["trace"], "--diff"),
        (["replay"], "--wait-for-debugger"), (["preview"], "--width <"), (["serve"], "--port <port>"),
        (["bench"], "--strict"), (["soak"], "--at-once <"),
    ])
    func anotherProgramDescribesItsCommands(_ command: [String], _ option: String) async throws {
        try await Tool.with { tool in
            let help = try await tool.run(all: ["help"] + command)
            #expect(help.status == 0 && help.errors.isEmpty, "\(help.errors)")
            #expect(help.output.contains("USAGE: mayfly \(command.joined(separator: " "))"), "\(help.output)")
            #expect(help.output.contains(option) && !help.output.contains("<arguments>"), "\(help.output)")
            #expect(try await tool.run(all: command + ["--help"]).output == help.output)
        }
    }

    /// The home folder may stand before the name of a command, behind it, and before that of a command below it.
    @Test(
        arguments: [["H", "store", "list"], ["store", "H", "list"], ["store", "list", "H"]],
        ["--home=", "--home"]
    )
    func theHomeMayStandAnywhere(_ words: [String], _ option: String) async throws {
        let scratch = try ScratchFolder()
        try scratch.write("a file", to: "home")
        try await Tool.with { tool in
            let home = scratch.at("home")
            let named = option.hasSuffix("=") ? [option + home] : [option, home]
            let outcome = try await tool.run(all: words.flatMap { $0 == "H" ? named : [$0] })
            #expect(outcome.status == 1 && outcome.output.isEmpty)
            #expect(outcome.errors.contains("'\(home)'") || outcome.errors.contains(home), "\(outcome.errors)")
        }
    }

    /// So it is where the command has none below it.
    @Test(arguments: [["serve", "--home", "H", "--port", "70000"], ["--home", "H", "serve", "--port", "70000"]])
    func theHomeMayStandBehindServe(_ words: [String]) async throws {
        try await Tool.with { tool in
            let outcome = try await tool.run(all: words.map { $0 == "H" ? tool.home : $0 })
            #expect(outcome.status == 2 && outcome.errors.contains("0 to 65535"), "\(outcome.errors)")
        }
    }

    @Test func theHomeMayStandBehindReplay() async throws {
        try await Tool.with { tool in
            let outcome = try await tool.run("replay", "--home", tool.home, tool.home + "/none")
            #expect(outcome.status == 1 && outcome.errors.contains("/none"), "\(outcome.errors)")
        }
    }

    @Test(arguments: ["mayfly list --home", "MAYFLY_HOME=", "XDG_DATA_HOME="])
    func aHomeWhosePathIsNoTextIsNoOther(_ way: String) async throws {
        try await Tool.with { tool in
            let command = way.hasSuffix("=") ? "unset MAYFLY_HOME; \(way)\"$folder\" mayfly list" : "\(way) \"$folder\""
            let script = "PATH=$1:$PATH; folder=\"$2$(printf '/\\377')\"; \(command)"
            let programs = Bundle.main.bundlePath
            let outcome = try await tool.run(program: "/bin/sh", all: ["-c", script, "sh", programs, tool.home])
            #expect(outcome.status == 1)
            #expect(outcome.errors.hasPrefix("mayfly: the path of the home folder is not UTF-8: '\(tool.home)/"))
            #expect(!FileManager.default.fileExists(atPath: tool.home))
        }
    }
}
