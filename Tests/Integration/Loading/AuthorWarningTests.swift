import MayflyHost
import MayflyTesting
import Testing

/// Mistakes of an author that are no errors: the log names them.
@Suite struct AuthorWarningTests {
    /// Opens and closes a plugin, and gives the warnings of its log.
    private func warnings(of plugin: String) async throws -> [String] {
        let id = "test.mayfly.\(plugin)"
        let bundle = try PluginWorkshop.bundle(plugin, id: id)
        return try await TestHost.with(bundles: [bundle], policy: .immediate) { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in try await window.open(test.bundle(id)) }
            return trace.lines.compactMap { $0.hasPrefix("warning: ") ? String($0.dropFirst(9)) : nil }
        }
    }

    @Test func namesAMisspeltTableAndTheCallbacksThatAreMissing() async throws {
        let warnings = try await warnings(of: "careless")
        #expect(warnings.count == 3)
        #expect(warnings.first?.hasPrefix("ability: this host has no table 'mayfly.veiw/1'; it has ") == true)
        #expect(warnings.first?.contains("mayfly.view/1") == true)
        #expect(
            warnings.dropFirst() == [
                "it has no did_perform_action, so a tap on an action of its card does nothing",
                "it has no sticker_count, so its sticker browser stays empty",
            ]
        )
    }

    @Test func namesAnExtensionThatShowsNothing() async throws {
        #expect(
            try await warnings(of: "minimal") == [
                "it is on screen and shows nothing: present_view or present_sticker_browser shows something"
            ]
        )
    }
}
