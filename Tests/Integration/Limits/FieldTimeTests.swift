import MayflyHost
import MayflyModel
import MayflyStore
import MayflyTestSupport
import MayflyTesting
import Testing

/// What one extension has in the input field is not charged to another.
@Suite struct FieldTimeTests {
    /// A megabyte, and six as JSON.
    @Test func anExtensionDoesNotPayForTheTextOfAnother() async throws {
        var policy = Policy.immediate
        (policy.hostBudget, policy.hostWindow) = (Policy().hostBudget, Policy().hostWindow)
        try await Inserter.with(policy: policy) { inserter in
            let window = inserter.window
            let text = String(repeating: "\u{1}", count: Draft.mostTextBytes)
            let other = Origin(extensionID: try #require(ExtensionID(rawValue: "org.example.other")), name: "Other")
            let item = Item(sender: window.device.id.owner, content: .text(text), origin: other)
            let store = try Store(home: HomeFolder(path: inserter.test.home))
            _ = try store.append([.staged(item)], to: window.conversation.id, on: window.device.id)
            try await until { await window.draft.text.utf8.count == text.utf8.count }
            for round in 0..<40 {
                #expect(try await inserter.order("message|m\(round)|?x=\(round)").map(\.code) == [0])
            }
            #expect(await window.draft.message?.message?.url == "?x=39")
            #expect(inserter.trace.events.ends.isEmpty)
        }
    }
}
