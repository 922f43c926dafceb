import Foundation
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// Folders of the host whose paths contain absolute links: the sandbox has another root, in which such a link leads elsewhere.
@Suite(.enabled("this machine lacks a layer") { try await WholeSandbox.isHere() }) struct LinkedFolderTests {
    /// Makes an absolute link to a folder, and removes it after `body`.
    private func withLink(to folder: String, _ body: (String) async throws -> Void) async throws {
        let link = NSTemporaryDirectory() + "mayfly-link-\(UUID())"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder)
        defer { try? FileManager.default.removeItem(atPath: link) }
        try await body(link)
    }

    @Test func opensABundleBehindALink() async throws {
        let bundle = URL(filePath: try PluginWorkshop.bundle("recorder"))
        try await withLink(to: bundle.deletingLastPathComponent().path) { link in
            let trace = Trace()
            try await TestHost.with(bundles: [link + "/" + bundle.lastPathComponent], policy: .immediate) { test in
                try await test.window(as: "alice", trace: trace) { try await $0.open(test.bundle(Recorder.id)) }
            }
            #expect(trace.lifecycle.last == "reaped")
        }
    }

    @Test func opensAnExtensionInAHomeBehindALink() async throws {
        let home = NSTemporaryDirectory() + "mayfly-linked-\(UUID())"
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: home) }
        try await withLink(to: home) { link in
            let tool = Tool(home: link, folders: "")
            try await tool.setUp()
            let launch = ["launch", "org.mayfly.tally", "--conversation", "chat", "--as", "alice", "--json"]
            let told = try await tool.run(all: launch + ["--require-sandbox"])
            #expect(told.status == 0, "\(told.errors)")
            let receipt = try told.events().last { $0["event"] as? String == "receipt" }
            #expect(receipt?["cause"] as? String == "finished")
        }
    }
}
