import Foundation
import MayflyModel
import MayflyTestSupport
import MayflyTesting
import MayflyWorkers
import Testing

@testable import MayflyHost

/// What lies in the memory of a worker when code of the extension runs, which it can read all.
@Suite(.enabled("this machine lacks a layer") { try await WholeSandbox.isHere() }) struct MemoryScanTests {
    private static let id = "test.mayfly.searcher"

    /// A word that the environment of each worker has: the search would find the others, too.
    private static let known = "SWIFT_BACKTRACE"

    /// Writes the words for the extension so that they are not in its memory as they are.
    private static func hide(_ words: [String], in folder: String) throws {
        let lines = words.map { $0.utf8.map { $0 | 0x80 } + [UInt8(ascii: "\n")] }
        try Data(lines.joined()).write(to: URL(filePath: folder + "/words"))
    }

    /// The host learns its folders by paths with the name of the account in them, here with names that nothing else has. The first
    /// launch and the second, whose worker was made ahead, are told of them in the same way.
    @Test(arguments: [Confinement.Start.zygote, .exec]) func noPathOfTheHostIsInTheMemoryOfAWorker(
        _ start: Confinement.Start
    ) async throws {
        let (bundle, trace) = (try PluginWorkshop.bundle("searcher"), Trace())
        let confinement = Confinement(start: start)
        let words = try await TestHost.with(bundles: [bundle], policy: .immediate, confinement: confinement) { test in
            let folder = try test.privateFolder(of: "alice", Self.id)
            let paths = [test.home, URL(filePath: bundle).deletingLastPathComponent().path, folder]
            let words = [Self.known] + paths.map { URL(filePath: $0).lastPathComponent }
            try Self.hide(words, in: folder)
            for _ in 1...2 {
                try await test.window(as: "alice", trace: trace) { try await $0.open(test.bundle(Self.id)) }
                await test.host.services.launcher.settle()
            }
            return words
        }
        let found = trace.said.map { $0.split(separator: " ", maxSplits: 2).map(String.init) }
        try #require(found.count == 2 * words.count && found.allSatisfy { $0.count >= 2 })
        for line in found {
            let word = words[Int(line[0]) ?? 0]
            #expect((line[1] == "0") == (word != Self.known), "\(word): \(line)")
        }
    }
}
