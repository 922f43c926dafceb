import MayflyConformance
import MayflyModel
import Testing

@Suite struct DeviceProfileTests {
    @Test(.proves("C-012", "C-251"))
    func onlyAFullDeviceRunsExtensions() {
        #expect(DeviceProfile.allCases.filter(\.runsExtensions) == [.full])
        #expect(DeviceProfile.allCases.filter(\.showsInteractiveMessages) == [.full, .desktop, .watch])
        #expect(DeviceProfile.allCases.filter(\.opensURLs) == [.full, .desktop, .legacy])
    }

    @Test func keepsItsNames() {
        #expect(DeviceProfile.allCases.map(\.rawValue) == ["full", "desktop", "watch", "legacy"])
    }

    @Test(.proves("C-250", "C-261", "C-262"))
    func givesEachDeviceItsFormOfTheSameItems() throws {
        let message = try ConversationSamples.message("one", in: SessionID())
        let text = ConversationSamples.text("hi")
        let legacy = LegacyForm(name: { _ in "?" }, partID: { id, _ in id })
        for profile in [DeviceProfile.full, .desktop, .watch] {
            #expect(profile.form(of: [message, text], legacy: legacy) == [message, text])
        }
        let parts = DeviceProfile.legacy.form(of: [message, text], legacy: legacy)
        #expect(parts.map(\.content) == [.text("one"), .text("hi")])
        #expect(DeviceProfile.legacy.form(of: [], legacy: legacy) == [])
    }

    @Test(
        .proves("C-253"),
        arguments: [
            ("https://a.example", DeviceProfile.full, true, BubbleTap.launch),
            ("?a", .full, true, .launch),
            ("https://a.example", .full, false, .openURL("https://a.example")),
            ("https://a.example", .desktop, true, .openURL("https://a.example")),
            ("HTTP://a.example/é", .desktop, false, .openURL("HTTP://a.example/é")),
        ]
    )
    func tapsLaunchOrOpenTheAddress(url: String, profile: DeviceProfile, hasExtension: Bool, expected: BubbleTap) {
        #expect(profile.tap(on: InteractiveMessage(url: url), hasExtension: hasExtension) == expected)
    }

    @Test(
        .proves("C-253"),
        arguments: ["data:text/html,<script>", "?a=https://a.example", "file:///etc/passwd", "javascript:x", ""]
    )
    func opensNothingButWebAddresses(url: String) {
        for profile in [DeviceProfile.full, .desktop] {
            guard case .nothing(let reason) = profile.tap(on: InteractiveMessage(url: url), hasExtension: false) else {
                Issue.record("\(profile) opens '\(url)'")
                continue
            }
            #expect(reason.contains("address"))
        }
    }

    @Test func aWatchHandsOverAndALegacyDeviceDoesNothing() {
        let message = InteractiveMessage(url: "https://a.example")
        #expect(DeviceProfile.watch.tap(on: message, hasExtension: true) == .handOff)
        guard case .nothing(let reason) = DeviceProfile.legacy.tap(on: message, hasExtension: true) else {
            Issue.record("a legacy device does something")
            return
        }
        #expect(reason.contains("legacy"))
    }
}
