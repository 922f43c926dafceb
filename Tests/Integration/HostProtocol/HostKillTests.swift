import Foundation
import MayflyTestSupport
import Testing

/// Kills of the host, or of its client, at random points of a run: what was answered is kept, and no worker is left.
///
/// `make protocol-kills` does it more often. A failure prints the seed, which repeats the run.
@Suite struct HostKillTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let kills = environment["MAYFLY_PROTOCOL_KILLS"].flatMap { Int($0) } ?? 6
    private static let seed = environment["MAYFLY_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 1...1_000_000)

    @Test func whatWasAnsweredIsKeptAndNothingIsLeft() async throws {
        try await Tool.with(bundles: [Samples.tally]) { tool in
            var dice = SeededGenerator(state: Self.seed)
            let maker = try HostClient.inChat(tool)
            try maker.closeInput()
            try maker.finish()
            var acknowledged: [String] = []
            for kill in 0..<Self.kills {
                let run = try Run(tool, number: kill, &dice)
                acknowledged += run.acknowledged
                for worker in run.workers {
                    // The kernel ends it with the host, and takes a moment.
                    while FileManager.default.fileExists(atPath: "/proc/\(worker)") { await Task.yield() }
                }
            }
            // A message that set off and was not delivered before the kill is delivered while the next window is open.
            let last = try HostClient(tool)
            try last.sayHello()
            try last.call("window.settle", ["window": try last.openWindow()])
            try last.closeInput()
            try last.finish()
            let shown = try await tool.run("transcript", "chat", "--as", "bob", "--json").events()
            let entries = try #require(shown.first?["entries"] as? [[String: any Sendable]])
            let texts = entries.compactMap { $0["text"] as? String }
            #expect(acknowledged.allSatisfy(texts.contains), "seed \(Self.seed)")
            #expect(Set(texts).count == texts.count, "a message came twice; seed \(Self.seed)")
            try #require(!acknowledged.isEmpty)
        }
    }

    /// One run, which ends by a kill.
    private struct Run {
        /// The texts whose sending was answered.
        private(set) var acknowledged: [String] = []
        /// The workers that were started.
        private(set) var workers: [Int32] = []

        init(_ tool: Tool, number: Int, _ dice: inout SeededGenerator) throws {
            let client = try HostClient(tool)
            try client.sayHello()
            let window = try client.openWindow()
            try client.call("window.openExtension", ["window": window, "extension": "org.mayfly.tally"])
            workers.append(try client.worker(in: window))
            let steps = Int.random(in: 0...5, using: &dice)
            for step in 0..<steps {
                let text = "\(number).\(step)"
                try client.call("window.replaceText", ["window": window, "text": text])
                let draft = try client.call("window.look", ["window": window])["draft"] as? HostClient.Object
                try client.call("window.send", ["window": window, "draft": draft?["id"] ?? ""])
                acknowledged.append(text)
            }
            // Some requests are under way at the moment of the kill.
            for _ in 0..<Int.random(in: 0...8, using: &dice) {
                _ = try client.request("window.tap", ["window": window, "control": "plus"])
            }
            usleep(UInt32.random(in: 0...5_000, using: &dice))
            if Bool.random(using: &dice) {
                client.signal(SIGKILL)
            } else {
                // As when the client is killed: both pipes are closed.
                try client.closeInput()
                try client.closeOutput()
            }
            try client.finish()
        }
    }
}
