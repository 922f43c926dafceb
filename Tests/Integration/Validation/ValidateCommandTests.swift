import Foundation
import MayflyBench
import MayflyTestSupport
import MayflyValidation
import Testing

/// `mayfly validate` as an author runs it.
@Suite struct ValidateCommandTests {
    private static let tally = Samples.folder + "/Tally.mayfly"

    @Test func theLastLineSaysWhatTheStatusSays() async throws {
        try await Tool.with { tool in
            let good = try await tool.run("validate", Self.tally, "--only", "^(bundle|manifest)-")
            #expect(good.status == 0, "\(good.errors)")
            #expect(good.lines.last?.hasPrefix("validate: 1 bundle passed: ") == true, "\(good.output)")
            let broken = try BrokenBundle.app(manifest: ["id": "Poll"])
            let both = try await tool.run("validate", Self.tally, broken, "--only", "^(bundle|manifest)-")
            #expect(both.status == 1)
            #expect(both.lines.last?.hasPrefix("validate: 1 of 2 bundles failed: 1 check failed, ") == true)
            #expect(both.output.contains("  failed manifest-id: manifest.json: 'id' must be a reverse-DNS name"))
            #expect(both.output.contains("    To mend it: Take a domain of yours"))
        }
    }

    @Test func nothingThatWasNotCheckedIsASuccess() async throws {
        let scratch = try ScratchFolder()
        let empty = try scratch.makeFolder("empty")
        let file = try scratch.write("no bundle", to: "file.mayfly")
        try await Tool.with { tool in
            for path in [empty, file, scratch.at("missing.mayfly"), ""] {
                let outcome = try await tool.run("validate", path)
                #expect(outcome.status == 1, "'\(path)': \(outcome.output)")
                #expect(outcome.lines.last?.hasPrefix("validate: 1 of 1 bundle failed: ") == true, "'\(path)'")
            }
            let pack = try await tool.run("validate", Self.tally, "--only", "^pack-")
            #expect(pack.status == 1)
            #expect(pack.output.contains("  failed: no check could be carried out"))
        }
    }

    @Test(arguments: [
        ([], "name the path of a bundle, or --list"),
        (["--only", "nothing-like-this", "x"], "no check matches"),
        (["--only", "(", "x"], "--only must be a regular expression, found '('"),
        (["--skip", "[", "x"], "--skip must be a regular expression, found '['"),
        (["--only", "cost-rest", "--level", "2", "x"], "no check that matches is of level 2 or lower"),
        (["--level", "0", "x"], "--level must be 1 to 10, found 0"),
        (["--jobs", "0", "x"], "--jobs must be 1 to 32, found 0"),
        (["--junit", "", "x"], "--junit must name a file"),
        (["--list", "x"], "--list takes no paths"),
    ])
    func refusesWrongArguments(_ arguments: [String], _ message: String) async throws {
        try await Tool.with { tool in
            let outcome = try await tool.run(all: ["validate"] + arguments)
            #expect(outcome.status == 2)
            #expect(outcome.errors.hasPrefix("mayfly: " + message), "\(outcome.errors)")
            #expect(outcome.output.isEmpty)
        }
    }

    @Test func checksAllBundlesOfAFolder() async throws {
        try await Tool.with { tool in
            let outcome = try await tool.run("validate", Samples.folder, "--level", "1", "--only", "^manifest-id$")
            #expect(outcome.status == 0)
            #expect(outcome.lines.last == "validate: 5 bundles passed: 5 passed")
        }
    }

    @Test func writesJSONAndJUnit() async throws {
        let scratch = try ScratchFolder()
        let broken = try BrokenBundle.app(manifest: ["name": "a\u{1B}]<b>&\"'", "version": "<1>", "summery": "x"])
        try await Tool.with { tool in
            let only = "^manifest-(name|version|unknown-keys|stickers|id)$"
            let junit = scratch.at("results.xml")
            let outcome = try await tool.run(
                "validate",
                broken,
                "--only",
                only,
                "--json",
                "--junit",
                junit,
                "--seed",
                "7"
            )
            #expect(outcome.status == 1)
            let whole = try #require(try outcome.events().first)
            #expect(whole["passed"] as? Bool == false)
            #expect((whole["summary"] as? String)?.hasPrefix("validate: 1 of 1 bundle failed: 2 checks failed") == true)
            #expect(whole["seed"] as? String == "7")
            let bundles = try #require(whole["bundles"] as? [[String: any Sendable]])
            let checks = try #require(bundles.first?["checks"] as? [[String: any Sendable]])
            let results = checks.reduce(into: [:]) { $0[$1["id"] as? String ?? ""] = $1["result"] as? String }
            #expect(
                results == [
                    "manifest-id": "passed", "manifest-name": "failed", "manifest-version": "failed",
                    "manifest-stickers": "skipped", "manifest-unknown-keys": "skipped",
                ]
            )
            let read = try PythonXML.elements(of: try String(contentsOfFile: junit, encoding: .utf8))
            let suite = try #require(read.first { $0.name == "testsuite" })
            #expect(suite.attributes["tests"] == "5" && suite.attributes["failures"] == "2")
            #expect(suite.attributes["time"]?.wholeMatch(of: /[0-9]+\.[0-9]{3}/) != nil)
            let rule = "manifest.json: 'version' must be a semantic version such as 1.0.0, found '<1>'"
            #expect(read.filter { $0.name == "failure" }.map { $0.attributes["message"] }.contains(rule))
            #expect(read.count { $0.name == "skipped" } == 2)
        }
    }

    @Test func printsTheSeed() async throws {
        try await Tool.with { tool in
            let command = ["validate", Self.tally, "--only", "^(bundle|manifest)-"]
            let seeded = try await tool.run(all: command + ["--seed", "7"])
            #expect(seeded.lines.first == "the order is that of the seed 7")
            let listed = try await tool.run(all: command)
            #expect(listed.lines.first?.hasPrefix(Self.tally) == true)
        }
    }

    @Test func listsAllChecks() async throws {
        try await Tool.with { tool in
            let outcome = try await tool.run("validate", "--list")
            #expect(outcome.status == 0)
            #expect(outcome.lines.dropFirst().map { String($0.prefix { $0 != " " }) } == Check.all.map(\.id))
        }
    }

    @Test func thePageHasAllChecks() throws {
        let page = Checkout.folder.appending(path: "Documentation/validate.md")
        let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| `") }
        let rows = Check.all.map { check in
            let texts = [check.what, check.why, "*To mend it:* " + check.mending].map {
                $0.replacingOccurrences(of: "|", with: "\\|").replacingOccurrences(of: "<", with: "&lt;")
            }
            return "| `\(check.id)` | \(check.level) | \(texts.joined(separator: "<br>")) |"
        }
        // The rows above them are those of the options.
        #expect(lines.filter { !$0.hasPrefix("| `--") }.map(String.init) == rows)
    }

    @Test func anInterruptionLeavesNothing() async throws {
        let path = try BrokenBundle.app(options: ["-DFAULT=hang_at_launch"])
        let scratch = try ScratchFolder()
        try await Tool.with { tool in
            let process = Process()
            process.executableURL = tool.executable
            process.arguments = ["validate", path, "--only", "launch-opens"]
            process.environment = ["MAYFLY_HOME": tool.home, "PATH": "/usr/bin:/bin", "TMPDIR": scratch.path]
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            // The extension writes it in its first callback, which does not return.
            try await until { Self.hasFile("hanging", below: scratch.path) }
            #expect(!ProcessCensus.workers(of: [process.processIdentifier]).isEmpty)
            process.interrupt()
            try await OwnThread.run { process.waitUntilExit() }
            #expect(process.terminationStatus == 130)
            #expect(try scratch.names() == [])
            #expect(ProcessCensus.survivors(ofFamily: process.processIdentifier) == [])
        }
    }

    private static func hasFile(_ name: String, below folder: String) -> Bool {
        let files = FileManager.default.enumerator(atPath: folder)
        return files?.contains { ($0 as? String)?.hasSuffix("/" + name) == true } == true
    }
}
