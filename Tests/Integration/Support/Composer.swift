import Foundation
import MayflyABI
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// The composer plugin: it puts one of everything into the input field.
enum Composer {
    static let id = "test.mayfly.composer"

    /// A bundle with the plugin and its picture, built anew for each call.
    static func bundle() throws -> String {
        let bundle = try PluginWorkshop.bundle("composer")
        try FileManager.default.copyItem(
            atPath: Samples.folder + "/IceCream.mayfly/Resources/cup-none-none.png",
            toPath: bundle + "/good.png"
        )
        return bundle
    }

    static func with<Value: Sendable>(
        policy: Policy = .immediate,
        _ body: @Sendable (TestHost) async throws -> Value
    ) async throws -> Value {
        let bundles = [try bundle(), try PluginWorkshop.bundle("recorder")]
        return try await TestHost.with(bundles: bundles, devices: ["alice", "bob"], policy: policy, body)
    }

    /// Fills the field of a window in which the plugin is open: a message, a sticker, a file and text. Gives the field.
    static func fill(_ window: ConversationWindow) async throws -> Draft {
        for control in ["stage", "sticker", "attach", "text"] { try await window.tap(.typed(control)) }
        try await window.type(" and words")
        let draft = await window.draft
        try #require(draft.message != nil && draft.media.count == 2 && draft.text.hasSuffix(" and words"))
        return draft
    }
}

extension Trace {
    /// The process that was started last.
    var process: Int32? {
        events.lazy.compactMap { event -> Int32? in
            guard case .process(_, .spawned, let id) = event else { return nil }
            return id
        }.last
    }

    /// The process that was started last, process 1 of its namespace, and the worker in it.
    var family: (first: Int32, worker: Int32) {
        get throws {
            let first = try #require(process)
            return (first, try #require(try ProcessState.children(of: first).first))
        }
    }

    /// What followed the first event of that kind; nothing if there was none.
    func events(after isFirst: (HostEvent) -> Bool) -> ArraySlice<HostEvent> {
        let events = events
        guard let place = events.firstIndex(where: isFirst) else { return [] }
        return events[(place + 1)...]
    }
}
