import Foundation
import MayflyModel
import MayflyTesting
import MayflyTracing
import Testing

/// `mayfly launch --trace`, and `mayfly trace`.
@Suite struct TraceTests {
    private static let tally = "org.mayfly.tally"

    @Test func everyCallOfARunIsALineWithItsArgumentsItsResultItsThreadAndItsTime() async throws {
        try await TracedRun.with(bundles: [Samples.tally]) { run in
            try await run.launch(Self.tally, ["--trace", run.file("t")], script: "tap plus\ntap stage\nsend\n")
            let lines = try TraceReader.lines(of: run.file("t"))
            #expect(
                TracedRun.steps(lines.filter { $0.thread == .none }) == [
                    "launch org.mayfly.tally", "opened instance", "end finished",
                ]
            )
            let main = TracedRun.steps(lines.filter { $0.thread == .main })
            #expect(
                main == [
                    "host viewDidLoad", "returned viewDidLoad", "host willBecomeActive", "call presentView",
                    "returned willBecomeActive", "host didPerformAction", "call presentView",
                    "returned didPerformAction", "host didPerformAction", "call insertMessage", "call presentView",
                    "returned didPerformAction", "host willResignActive", "returned willResignActive",
                ]
            )
            // The completion runs on a thread of its own, and calls from there.
            let insertion = try #require(lines.first { $0.name == "insertMessage" && $0.kind == .call })
            let answer = try #require(lines.first { $0.kind == .answer })
            #expect(answer.name == "insertMessage" && answer.token == insertion.token && answer.token != 0)
            #expect(answer.content == .object(["error": .null]) && answer.thread == .completion)
            #expect(TracedRun.steps(lines.filter { $0.thread == .other }).first == "call presentView")
            let message = insertion.content["message"]
            #expect(message["url"] == .text("?count=1&title="))
            #expect(message["layout"]["caption"] == .text("Tally: 1"))
            let action = try #require(lines.first { $0.name == "didPerformAction" && $0.kind == .host })
            #expect(action.content["action"]["id"] == .text("plus"))
            #expect(action.content["state"]["presentation_style"] == .text("compact"))
            #expect(lines.map(\.time).elementsEqual(lines.map(\.time).sorted()))
            for line in lines where line.kind == .returned { #expect(line.duration.map { $0 >= 0 } == true) }
            // What the file has is what is read back, and what is printed.
            let rows = try run.text(of: "t").split(separator: "\n").drop { !$0.hasPrefix(" ") }
            #expect(rows.map(String.init) == lines.map(\.text))
            #expect(try await run.tool.run("trace", run.file("t")).lines == lines.map(\.text))
            let plus = try #require(rows.first { $0.contains("call presentView") })
            #expect(
                plus.wholeMatch(of: /\s*\d+ 1 main {11}call presentView \{"card_json":"\{\\"type\\".*\}/) != nil,
                "\(plus)"
            )
        }
    }

    /// Pictures, payments and long answers are cut, and have their size.
    @Test func aRunWithServicesIsDecodedAndLongTextsAreCut() async throws {
        let bundle = try ServicesPlugin.bundle()
        try await TracedRun.with(bundles: [bundle]) { run in
            try await run.launch(
                ServicesPlugin.id,
                ["--trace", run.file("t"), "--allow-unconfined"],
                script: "tap products\ntap pay\n"
            )
            let lines = try TraceReader.lines(of: run.file("t"))
            let payment = try #require(lines.first { $0.kind == .call && $0.name == "requestPayment" })
            #expect(payment.content["request"]["label"] == .text("A round of ice cream"))
            #expect(payment.content["request"]["amount"] == .number(1250))
            let refused = try #require(lines.first { $0.kind == .answer && $0.name == "requestPayment" })
            #expect(refused.content["error"]["code"] == .number(MessageErrorCode.notDeclared.rawValue))
            guard case .text(let card) = lines.first(where: { $0.name == "presentView" })?.content["card_json"] else {
                Issue.record("no card")
                return
            }
            #expect(card.wholeMatch(of: /\{"type":"AdaptiveCard"[^…]{300,}… \(\d+ bytes, sha256 [0-9a-f]{12}\)/) != nil)
        }
    }

    @Test func theJSONNestsCallsInTheirCallbacksAndEachPieceStandsByItself() async throws {
        try await TracedRun.with(bundles: [Samples.tally]) { run in
            let options = ["--trace", run.file("t.json"), "--format", "json"]
            try await run.launch(Self.tally, options, script: "tap plus\ntap stage\nsend\n")
            let events = try Self.events(of: run.file("t.json"))
            let spans = events.filter { $0["ph"] as? String == "X" }
            let callbacks = spans.filter { $0["cat"] as? String == "host" }
            #expect(callbacks.count == 5)
            let calls = spans.filter { $0["cat"] as? String == "call" && $0["tid"] as? Int == 1 }
            #expect(calls.count == 4)
            for call in calls {
                let time = try #require(call["ts"] as? Int)
                let around = callbacks.filter { callback in
                    guard let start = callback["ts"] as? Int, let length = callback["dur"] as? Int else { return false }
                    return start <= time && time <= start + length
                }
                #expect(!around.isEmpty, "\(call)")
            }
            let starts = events.filter { $0["ph"] as? String == "s" }.compactMap { $0["id"] as? String }
            let ends = events.filter { $0["ph"] as? String == "f" }.compactMap { $0["id"] as? String }
            #expect(!starts.isEmpty && starts == ends)
            let names = events.filter { $0["ph"] as? String == "M" }
                .compactMap { ($0["args"] as? [String: String])?["name"] }
            #expect(names == ["launch 1: org.mayfly.tally", "launch", "main", "completion", "other"])

            // The same in pieces, and back again.
            let lines = try TraceReader.lines(of: run.file("t.json"))
            let file = try TraceFile(path: run.file("p.json"), format: .json, pieceLimit: 2500)
            for line in lines { file.write(line) }
            try file.finish()
            var count = 0
            while FileManager.default.fileExists(atPath: PiecedFile.name(run.file("p.json"), piece: count + 1)) {
                count += 1
                let path = PiecedFile.name(run.file("p.json"), piece: count)
                #expect(try Data(contentsOf: URL(filePath: path)).count <= 2500)
                #expect(!(try Self.events(of: path)).isEmpty)
            }
            #expect(count > 2)
            #expect(try TraceReader.lines(of: run.file("p.json")) == lines)
            #expect(try await run.tool.run("trace", run.file("p.json")).lines == lines.map(\.text))

            // What is still to be read is not overwritten, whatever it is called.
            for name in ["p.json", "p.json.2", "../\(URL(filePath: run.tool.home).lastPathComponent)/p.json"] {
                let refused = try await run.tool.run("trace", run.file("p.json"), "--output", run.file(name))
                let reason = "'\(run.file(name))' is a file of the trace that is read; name another one with --output"
                #expect(refused.status == 1 && refused.errors == "mayfly: \(reason)\n", "\(refused)")
            }
            #expect(try TraceReader.lines(of: run.file("p.json")) == lines)
        }
    }

    /// What is left out is said, and the status says it too.
    @Test func aTraceWithTooManyPiecesIsNotWhole() throws {
        let path = NSTemporaryDirectory() + "mayfly-trace-\(UUID())"
        defer { for piece in 1...2 { unlink(PiecedFile.name(path, piece: piece)) } }
        let file = try TraceFile(path: path, format: .text, pieceLimit: 300, mostPieces: 2)
        let line = try MayflyTracing.TraceLine(
            "1 1 main call log {\"line\":\"\(String(repeating: "x", count: 60))\"}"
        )
        for _ in 0..<9 { file.write(line) }
        let error = #expect(throws: MayflyError.self) { try file.finish() }
        #expect(error?.message == "'\(path)': the trace is not whole: a trace has at most 2 files")
        #expect(!FileManager.default.fileExists(atPath: PiecedFile.name(path, piece: 3)))
    }

    @Test func runsThatDoTheSameHaveNoDifferenceAndOthersNameTheirCalls() async throws {
        try await TracedRun.with(bundles: [Samples.tally]) { run in
            try await run.launch(Self.tally, ["--trace", run.file("a")], script: "tap plus\ntap stage\nsend\n")
            try await Self.inAnotherHome { other in
                let options = ["--trace", run.file("b"), "--format", "json"]
                try await other.launch(Self.tally, options, script: "tap plus\ntap stage\nsend\n")
                try await other.launch(Self.tally, ["--trace", run.file("c")], script: "tap plus\ntap plus\n")
            }
            let same = try await run.tool.run("trace", "--diff", run.file("a"), run.file("b"))
            #expect(same.status == 0 && same.output == "all calls are the same\n", "\(same.output)")
            let different = try await run.tool.run("trace", "--diff", run.file("a"), run.file("c"))
            #expect(different.status == 1)
            let removed = different.lines.filter { $0.hasPrefix("- ") }
            #expect(
                removed.contains { $0.contains("insertMessage {") && $0.hasSuffix(#" = {"error":null}"#) },
                "\(different)"
            )
            let count = different.lines.count { $0.hasPrefix("- ") || $0.hasPrefix("+ ") }
            #expect(different.lines.last == "\(count) calls are different")
        }
    }

    @Test func whatIsNoTraceIsNamedWithItsLine() async throws {
        try await Tool.with { tool in
            let path = NSTemporaryDirectory() + "mayfly-trace-\(UUID())"
            defer { unlink(path) }
            for (text, reason) in [
                ("", "line 1 must be 'mayfly trace 1'; this is no trace and no record"),
                (
                    "mayfly trace 1\n# a\n  5 1 main call x {}\nhello\u{1B}[31m\n",
                    "line 4 is not a step of a trace: 'hello\\u{1B}[31m'"
                ),
                ("{\"traceEvents\": 3}", "'traceEvents' must be an array, found a number"),
                ("{", "not JSON: line 1, column 2: expected a key in quotes"),
            ] {
                try Data(text.utf8).write(to: URL(filePath: path))
                let outcome = try await tool.run("trace", path)
                #expect(outcome.status == 1)
                #expect(outcome.errors == "mayfly: '\(path)': \(reason)\n")
            }
            #expect(try await tool.run("trace", path + "-none").errors == "mayfly: \(path)-none: no such file\n")
        }
    }

    @Test func aFileThatCannotBeWrittenIsToldBeforeAnythingIsLaunched() async throws {
        try await TracedRun.with(bundles: [Samples.tally]) { run in
            for option in ["--trace", "--record"] {
                let outcome = try await run.launch(Self.tally, [option, "/nowhere/t"], script: "tap plus\n", status: 1)
                #expect(outcome.output.isEmpty)
                #expect(outcome.errors == "mayfly: '/nowhere/t' cannot be written: No such file or directory\n")
            }
            #expect(try await run.tool.run("log").output.contains("finished") == false)
        }
    }

    private static func inAnotherHome(_ body: @Sendable (TracedRun) async throws -> Void) async throws {
        let home = NSTemporaryDirectory() + "mayfly-tool-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: home) }
        let tool = Tool(home: home, folders: Samples.folder)
        for name in ["carol", "alice"] { try #require(try await tool.run("device", "create", name).status == 0) }
        try #require(try await tool.run("conversation", "create", "chat", "--with", "alice,carol").status == 0)
        try await body(TracedRun(tool: tool))
    }

    private static func events(of path: String) throws -> [[String: Any]] {
        let object = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path)))
        return try #require((object as? [String: Any])?["traceEvents"] as? [[String: Any]])
    }
}
