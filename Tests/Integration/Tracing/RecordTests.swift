import Foundation
import MayflyModel
import MayflyTestSupport
import MayflyTesting
import MayflyTracing
import Testing

/// `mayfly launch --record`: what is in the file, and what is not.
@Suite struct RecordTests {
    private static let tally = "org.mayfly.tally"
    /// A title as a person writes it: with words, a number and letters of two and four bytes.
    private static let title = "Zwölf Annas Lauf 48152 \u{1F3C3}"

    @Test func nothingOfThePeopleIsInTheFile() async throws {
        try await TracedRun.with(bundles: [Samples.tally], devices: ["Mirabelle", "Konstantin"]) { run in
            try await Self.recordAs("Mirabelle", run)
            let words = ["Annas", "Zwölf", "Lauf", "48152", "\u{1F3C3}", "Mirabelle", "Konstantin", run.tool.home]
            let bytes = try run.bytes(of: "r")
            for word in words { #expect(!bytes.contains(Array(word.utf8)), "\(word)") }
            // What is the extension's own stays, and texts keep their size.
            let recording = try RecordReader.recording(of: run.file("r"))
            let lines = recording.trace
            #expect(recording.launches.first?.steps.contains { if case .file = $0 { true } else { false } } == true)
            let typed = try #require(lines.last { $0.name == "didPerformAction" && $0.kind == .host })
            guard case .list(let inputs) = typed.content["action"]["inputs"],
                case .text(let value) = inputs.first?["value"]
            else {
                Issue.record("no input")
                return
            }
            #expect(inputs.first?["id"] == .text("title"))
            #expect(value.utf8.count == Self.title.utf8.count && value != Self.title)
            #expect(typed.content["action"]["id"] == .text("stage"))
            let message = try #require(
                lines.first { $0.name == "insertMessage" && $0.kind == .call }?.content["message"]
            )
            guard case .text(let url) = message["url"] else { throw CocoaError(.fileReadUnknown) }
            #expect(url.hasPrefix("?count=2&title="), "\(url)")

            try await Self.recordAs("Mirabelle", run, ["--keep-data"])
            let kept = try run.bytes(of: "r")
            for word in ["Annas", "48152"] { #expect(kept.contains(Array(word.utf8)), "\(word)") }
        }
    }

    private static func recordAs(_ device: String, _ run: TracedRun, _ options: [String] = []) async throws {
        let typing = "style expanded\ninput title \(title)\ntap plus\n"
        try await run.launch(tally, as: device, [], script: typing)
        try await run.launch(
            tally,
            as: device,
            ["--record", run.file("r")] + options,
            script: typing + "tap stage\nsend\n"
        )
    }

    /// A cut file, of whatever length, and one with another byte somewhere are told from a whole one.
    @Test func aCutOrDamagedFileIsToldFromAWholeOne() async throws {
        try await TracedRun.with(bundles: [Samples.tally]) { run in
            try await run.launch(Self.tally, ["--record", run.file("r")], script: "tap plus\n")
            let whole = try run.bytes(of: "r")
            #expect(try RecordReader.recording(of: "r", whole).launches.count == 1)
            for length in 0..<whole.count {
                let error = #expect(throws: MayflyError.self) {
                    try RecordReader.recording(of: "r", Array(whole[..<length]))
                }
                #expect(error?.code == .invalidInput && error?.message.contains("'r': the record is cut: ") == true)
            }
            for index in stride(from: 0, to: whole.count, by: 7) {
                var damaged = whole
                damaged[index] ^= 0x41
                let error = #expect(throws: MayflyError.self) { try RecordReader.recording(of: "r", damaged) }
                #expect(error?.message.hasPrefix("'r': ") == true)
            }
            try Data(whole.dropLast()).write(to: URL(filePath: run.file("cut")))
            let outcome = try await run.tool.run("replay", run.file("cut"))
            #expect(outcome.status == 1)
            let reason = "it ends after \(whole.count - 1) bytes, without the digest that ends every record"
            #expect(outcome.errors == "mayfly: '\(run.file("cut"))': the record is cut: \(reason)\n")
        }
    }

    @Test func aRecordThatDoesNotFitIsRefusedWithTheRuleAndTheValue() async throws {
        try await TracedRun.with(bundles: [Samples.tally]) { run in
            try await run.launch(Self.tally, ["--record", run.file("r")], script: "tap plus\n")
            let other = try run.bytes(of: "r").replacing(
                Array(#""interface":"1.0""#.utf8),
                with: Array(#""interface":"7.3""#.utf8)
            )
            try Data(other).write(to: URL(filePath: run.file("new")))
            let newer = try await run.tool.run("replay", run.file("new"))
            #expect(newer.status == 1)
            let rule = "the record is of interface 7.3; this host replays records of interface 1.0"
            #expect(newer.errors == "mayfly: '\(run.file("new"))': \(rule)\n")

            let stranger = try await run.tool.run("replay", run.file("r"), Samples.iceCream)
            #expect(stranger.status == 1)
            let reason = "launch 1 is of org.mayfly.tally; the bundle is org.mayfly.icecream"
            #expect(stranger.errors == "mayfly: '\(run.file("r"))': \(reason)\n", "\(stranger.errors)")

            try Data("hello".utf8).write(to: URL(filePath: run.file("text")))
            let text = try await run.tool.run("replay", run.file("text"))
            #expect(text.errors == "mayfly: '\(run.file("text"))': this is no record of 'mayfly launch'\n")
        }
    }
}

extension [UInt8] {
    fileprivate func contains(_ part: [UInt8]) -> Bool { !ranges(of: part).isEmpty }
}
