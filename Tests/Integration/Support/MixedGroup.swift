import Foundation
import MayflyABI
import MayflyHost
import MayflyModel
import MayflyTesting

/// One device of each profile in a conversation, and a plugin that sends messages of several kinds.
enum MixedGroup {
    static let id = "test.mayfly.post"
    static let devices = ["fay", "dan", "wil", "leo"]
    static let profiles: [String: DeviceProfile] = ["dan": .desktop, "wil": .watch, "leo": .legacy]

    private static let path = Result {
        let bundle = try PluginWorkshop.bundle("post")
        try FileManager.default.copyItem(
            atPath: Samples.folder + "/IceCream.mayfly/Resources/cup-none-none.png",
            toPath: bundle + "/good.png"
        )
        return bundle
    }

    static func bundle() throws -> String { try path.get() }

    static func with<Value: Sendable>(_ body: @Sendable (TestHost) async throws -> Value) async throws -> Value {
        try await TestHost.with(
            bundles: [try bundle()],
            devices: devices,
            profiles: profiles,
            policy: .immediate,
            body
        )
    }
}

extension TestHost {
    /// Has fay send the messages that these buttons of the plugin stage.
    func post(_ buttons: String...) async throws {
        try await window(as: "fay") { window in
            try await window.open(bundle(MixedGroup.id))
            for button in buttons {
                try await window.tap(.typed(button))
                try await window.send()
            }
        }
    }

    /// The items that a device shows as bubbles.
    func items(on device: String) throws -> [Item] {
        try host.look(at: conversation, as: device).transcript.entries.compactMap(\.item)
    }
}
