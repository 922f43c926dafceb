import Foundation
import MayflyABI
import MayflyHost
import MayflyModel
import MayflyTesting
import MayflyWorkers
import Testing

/// The inserter plugin in an open window: what it is ordered to insert, and what it was answered.
struct Inserter: Sendable {
    /// What one call was answered: the numbers, and the line that goes with an error.
    struct Answer: Sendable, Equatable {
        let name: String
        let domain: Int
        let code: Int
        let line: String
    }

    static let id = "test.mayfly.inserter"
    private static let bundle = Result { try PluginWorkshop.bundle("inserter") }

    let test: TestHost
    let trace: Trace
    let window: ConversationWindow
    fileprivate let folder: String

    /// Opens the plugin on alice's device. `early` are the orders that it carries out before it is active.
    static func with<Value: Sendable>(
        early: [String] = [],
        policy: Policy = .immediate,
        confinement: Confinement = Confinement(),
        mediaWorker: String? = nil,
        _ body: @Sendable (Inserter) async throws -> Value
    ) async throws -> Value {
        try await TestHost.with(
            bundles: [try bundle.get()],
            policy: policy,
            confinement: confinement,
            mediaWorker: mediaWorker
        ) { test in
            let folder = try test.privateFolder(of: "alice", id)
            try write(early, to: folder + "/early")
            let trace = Trace()
            return try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(id))
                return try await body(Inserter(test: test, trace: trace, window: window, folder: folder))
            }
        }
    }

    /// Puts a file into the plugin's private folder, where orders name it with an `@`.
    func put(_ bytes: some Sequence<UInt8>, _ name: String) throws {
        try Data(bytes).write(to: URL(filePath: "\(folder)/\(name)"))
    }

    /// Copies a sample there, under its name or another.
    func put(sample: String, as name: String? = nil) throws {
        try put(try SampleFiles.bytes(sample), name ?? sample)
    }

    /// Has the plugin make these calls, each a line of words with bars between them, and gives the answers in order.
    @discardableResult
    func order(_ calls: String...) async throws -> [Answer] {
        let before = trace.said.count
        try Self.write(calls, to: folder + "/orders")
        try await window.tap("go")
        return trace.said.dropFirst(before).compactMap(Self.answer)
    }

    /// The answers to the early orders.
    var early: [Answer] { trace.said.compactMap(Self.answer) }

    /// What the plugin was told of messages: the event, the strings, and the paths of image and media file.
    static func told(_ trace: Trace) -> [[String]] {
        trace.said.filter { $0.contains("|") }.map { $0.split(separator: "|").map(String.init) }
    }

    private static func write(_ calls: [String], to path: String) throws {
        let lines = calls.map { $0.split(separator: "|").joined(separator: "\t") + "\n" }
        try Data(lines.joined().utf8).write(to: URL(filePath: path))
    }

    private static func answer(_ line: String) -> Answer? {
        let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
        guard words.count == 4, let domain = Int(words[1]), let code = Int(words[2]) else { return nil }
        return Answer(name: words[0], domain: domain, code: code, line: words[3])
    }
}

extension Inserter {
    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(folder)/\(name)") }

    /// The items that bob's device shows, oldest first.
    func received() throws -> [Item] {
        try test.host.look(at: test.conversation, as: "bob").transcript.entries.compactMap(\.item)
    }

    /// The bytes of the host's copy of a file.
    func kept(_ file: MediaFile) throws -> [UInt8] {
        let name = "\(file.digest.rawValue).\(file.type.fileExtension)"
        return [UInt8](try Data(contentsOf: URL(filePath: "\(test.home)/media/\(name)")))
    }
}
