import Foundation
import MayflyModel
import MayflyStore
import Testing

/// A database that is not ours to open: each command says so in one line, and the file stays as it is.
@Suite struct BadDatabaseTests {
    /// All commands that need the database. The demo makes a home of its own.
    private static let commands = [
        ["device", "create", "zoe"],
        ["device", "list"],
        ["device", "list", "--json"],
        ["conversation", "create", "again", "--with", "alice,bob"],
        ["conversation", "list"],
        ["transcript", "chat", "--as", "bob"],
        ["launch", "org.mayfly.tally", "--conversation", "chat", "--script", "-", "--json"],
        ["install", Samples.folder + "/Tally.mayfly"],
        ["uninstall", "org.mayfly.tally"],
        ["disable", "org.mayfly.tally"],
        ["enable", "org.mayfly.tally", "--as", "bob"],
    ]

    /// A home with something in it: two devices, a conversation, a sent message and a draft.
    private func fill(_ tool: Tool) async throws {
        try await tool.setUp()
        let script = "tap plus\ntap stage\nsend\ntap stage\ntype unsent\n"
        let launch = ["launch", "org.mayfly.tally", "--conversation", "chat", "--script", "-"]
        let outcome = try await tool.run(all: launch, script: script)
        try #require(outcome.status == 0, "\(outcome.errors)")
    }

    /// The database and its log, byte for byte. A log with nothing in it is none.
    private func files(_ tool: Tool) -> [Data] {
        let path = HomeFolder(path: tool.home).database
        return ["", "-wal"].map { FileManager.default.contents(atPath: path + $0) ?? Data() }
    }

    /// All pages of the database but `sweeps`, which says when files were looked through. The fields of the header that count openings and
    /// changes are left out.
    private func pages(_ tool: Tool, but sweeps: Range<Int>) throws -> Data {
        var bytes = try Data(contentsOf: URL(filePath: HomeFolder(path: tool.home).database))
        for field in [24..<28, 40..<44, 92..<100, sweeps] { bytes.resetBytes(in: field) }
        return bytes
    }

    @Test(arguments: Damage.allCases)
    func everyCommandRefusesItAndLeavesItAlone(damage: Damage) async throws {
        try await Tool.with { tool in
            try await fill(tool)
            try damage.strike(tool.home)
            let before = files(tool)
            for command in Self.commands {
                let outcome = try await tool.run(all: command)
                #expect(outcome.status == 1, "\(command)")
                #expect(outcome.output.isEmpty, "\(command)")
                #expect(outcome.errors.hasPrefix("mayfly: the database '\(HomeFolder(path: tool.home).database)' "))
                #expect(outcome.errors.contains(damage.complaint), "\(command): \(outcome.errors)")
                #expect(outcome.errors.split(separator: "\n").count == 1)
                #expect(files(tool) == before, "\(command)")
            }
            // What needs no database works: a damaged one hides no extension.
            let list = try await tool.run("list")
            #expect(list.status == 0)
            #expect(list.output.contains("org.mayfly.tally"))
            #expect(files(tool) == before)
        }
    }

    /// No look at the header shows it. The command that comes to the page says so.
    @Test func aDamagedPageOfATranscriptIsSaidWhenItIsRead() async throws {
        try await Tool.with { tool in
            try await fill(tool)
            let sweeps = try Damage.range(of: "file_sweep", in: tool.home)
            try Damage.overwriteTable("row", in: tool.home)
            let before = try pages(tool, but: sweeps)
            for command in [Self.commands[5], Self.commands[6]] {
                let outcome = try await tool.run(all: command, script: "show\n")
                #expect(outcome.status == 1, "\(command)")
                #expect(outcome.errors.contains("is damaged"), "\(command): \(outcome.errors)")
                #expect(outcome.errors.split(separator: "\n").count == 1)
                #expect(try pages(tool, but: sweeps) == before, "\(command)")
            }
            #expect(try await tool.run("device", "list").output.contains("alice"))
            #expect(try pages(tool, but: sweeps) == before)
        }
    }

    /// The log of events is read only when it is added to. Then nothing is added, and the page stays for whoever mends it.
    @Test func aDamagedPageOfTheLogIsSaidWhenItIsWrittenTo() async throws {
        try await Tool.with { tool in
            try await fill(tool)
            let path = HomeFolder(path: tool.home).database
            let page = try Damage.overwriteTable("event", in: tool.home)
            let damaged = try Data(contentsOf: URL(filePath: path))[page]
            let outcome = try await tool.run(all: Self.commands[6], script: "type more\n")
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains("is damaged"), "\(outcome.errors)")
            #expect(try Data(contentsOf: URL(filePath: path))[page] == damaged)
            // What is readable is still shown, as it was.
            let transcript = try await tool.run("transcript", "chat", "--as", "alice")
            #expect(transcript.status == 0)
            #expect(transcript.output.contains("unsent"))
            #expect(!transcript.output.contains("more"))
        }
    }

    /// A log that ends too early is what a power cut leaves: whole steps up to some moment, and nothing of later ones.
    @Test func aLogThatIsCutLosesWholeStepsOnly() async throws {
        let bundle = try Composer.bundle()
        let scratch = NSTemporaryDirectory() + "mayfly-cut-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: scratch) }
        try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
        let logged = try await CutLog.play(bundle: bundle, home: scratch + "/home")
        let size = try #require(FileManager.default.contents(atPath: scratch + "/home/mayfly.sqlite-wal")).count
        // A killed process has not put its log into the database.
        try #require(size > 100_000)
        var lengths: Set<Int> = []
        for cut in [0, 16, 32, 4000, size / 3, size / 2, size * 2 / 3, size - 4120, size - 1] {
            let copy = "\(scratch)/cut-\(cut)"
            try FileManager.default.copyItem(atPath: scratch + "/home", toPath: copy)
            // Whoever has the database open keeps an index of the log there; nobody has.
            try? FileManager.default.removeItem(atPath: copy + "/mayfly.sqlite-shm")
            try Damage.cut(copy + "/mayfly.sqlite-wal", to: cut)
            let length = try CutLog.audit(copy)
            #expect(length <= logged)
            lengths.insert(length)
        }
        #expect(lengths.count > 3)
    }
}
