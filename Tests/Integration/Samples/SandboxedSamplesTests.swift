import Foundation
import Testing

/// The samples of each language in a sandbox that lacks nothing, from the first press of a button to a message that the other
/// person has.
@Suite(.enabled("this machine lacks a layer") { try await WholeSandbox.isHere() }) struct SandboxedSamplesTests {
    /// An extension, what a person does in it, and what others then see.
    struct Sample: CustomTestStringConvertible {
        let id: String
        let script: String
        let bubble: String

        var testDescription: String { id }
    }

    static let samples = [
        Sample(id: "org.mayfly.tally", script: "tap plus\ntap stage\nsend\n", bubble: "alice: [Tally] Tally: 1"),
        Sample(id: "org.mayfly.burgerpoll", script: "tap ask\nsend\n", bubble: "alice: [Burger Poll]"),
        Sample(id: "org.mayfly.icecream", script: "tap new\ntap base-cup\nsend\n", bubble: "alice: [Ice"),
        Sample(id: "test.mayfly.foundation", script: "type hello\nsend\n", bubble: "alice: hello"),
    ]

    /// The library that `mayfly bench` measures: it makes JSON and identifiers when its view is loaded.
    static let foundation = Result {
        try PluginWorkshop.pack(id: "test.mayfly.foundation") { library in
            try FileManager.default.copyItem(
                atPath: Bundle.main.bundlePath + "/libBenchFoundation.so",
                toPath: library
            )
        }
    }

    @Test(arguments: samples, [[], ["--exec"]])
    func sendsAMessageFromASandboxThatLacksNothing(sample: Sample, how: [String]) async throws {
        try await Tool.with(bundles: [try Self.foundation.get()]) { tool in
            try await tool.setUp()
            let launch = [
                "launch", sample.id, "--conversation", "chat", "--as", "alice", "--require-sandbox", "--script", "-",
                "--json",
            ]
            let outcome = try await tool.run(all: launch + how, script: sample.script)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let transcript = try await tool.run("transcript", "chat", "--as", "bob").output
            #expect(transcript.contains(sample.bubble), "\(transcript)")
            let receipts = try await tool.run("log", sample.id, "--json").events()
            #expect(receipts.map { $0["cause"] as? String } == ["finished"])
            #expect(receipts.allSatisfy { ($0["peak_memory_kib"] as? Int ?? 0) > 0 })
            #expect(try await tool.run("ps", "--json").output.isEmpty)
        }
    }
}
