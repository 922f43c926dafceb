import Foundation
import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// What a watch knows of the stickers of its person (model 9.4).
@Suite struct RecentStickerTests {
    private static let pack = "org.mayfly.smileys"

    /// Alice has a phone and a watch. From the phone she has sent a sticker of a pack, and then one of an extension.
    private func with(_ body: @Sendable (TestHost) async throws -> Void) async throws {
        let bundles = try Puppet.bundles + [Samples.folder + "/Smileys.mayfly"]
        try await TestHost.with(bundles: bundles, policy: .immediate) { test in
            try test.host.createDevice("watch", profile: .watch, of: "alice")
            try await test.window(as: "alice") { window in
                try await window.open(test.bundle(Self.pack))
                try await window.tapSticker(2)
                try await window.send()
            }
            try test.givePicture(to: "alice")
            try await test.send("sticker good.png|a cup", from: "alice")
            try await body(test)
        }
    }

    private func stickers(_ test: TestHost, of device: String) throws -> [Sticker] {
        try test.entries(of: device).compactMap {
            if case .sticker(let sticker)? = $0.item?.content { sticker } else { nil }
        }
    }

    @Test(.proves("C-013")) func aWatchShowsAndSendsWhatThePhoneHasSent() async throws {
        try await with { test in
            let sent = try stickers(test, of: "bob")
            #expect(sent.count == 2)
            let original = try Data(contentsOf: URL(filePath: test.privateFolder(of: "alice") + "/good.png"))
            try await test.window(as: "watch") { window in
                let recents = try window.recents()
                #expect(recents.map(\.sticker.file.digest) == sent.reversed().map(\.file.digest))
                #expect(recents.map(\.origin?.extensionID.rawValue) == [Puppet.id, Self.pack])
                #expect(recents.first?.sticker.description == "a cup")
                try #require(recents.count == 2)
                for number in [1, 2] {
                    try await window.tapRecent(number, shown: recents[number - 1].sticker.file.digest)
                    #expect(await window.draft.media.count == 1)
                    try await window.send()
                    // The other one is the newest now, so both are number 1 and 2 again.
                    if number == 1 { #expect(try window.recents() == recents) }
                }
            }
            let all = try stickers(test, of: "bob")
            #expect(all.map(\.file.digest) == sent.map(\.file.digest) + sent.reversed().map(\.file.digest))
            #expect(try Data(test.host.content(of: all[2].file)) == original)
            let origins = try test.entries(of: "bob").map { $0.item?.origin?.extensionID.rawValue }
            #expect(origins == [Self.pack, Puppet.id, Puppet.id, Self.pack])
            // They are alice's on her phone, too.
            #expect(try test.entries(of: "alice").map { $0.bubble?.delivery } == [.sent, .sent, .sent, .sent])
        }
    }

    @Test func onlyWhatWasSeenIsTaken() async throws {
        try await with { test in
            try await test.window(as: "watch") { window in
                let seen = try window.recents()
                try #require(seen.count == 2)
                // Meanwhile the phone uses the other one again.
                try await test.window(as: "alice") { phone in
                    try await phone.tapRecent(2)
                    try await phone.send()
                }
                let error = await #expect(throws: MayflyError.self) {
                    try await window.tapRecent(1, shown: seen[0].sticker.file.digest)
                }
                #expect(error?.code == .notAsShown)
                #expect(error?.message == "nothing is done: recent sticker 1 is another one than was shown")
                let missing = await #expect(throws: MayflyError.self) { try await window.tapRecent(3) }
                #expect(missing?.message == "there is no recent sticker 3; there are 2")
                #expect(await window.draft.isEmpty)
            }
        }
    }

    @Test func areSentWhenTheirExtensionIsGone() async throws {
        try await TestHost.with(policy: .immediate) { test in
            try test.host.install(bundleAt: Samples.folder + "/Smileys.mayfly")
            try await test.window(as: "alice") { window in
                try await window.open(test.bundle(Self.pack))
                try await window.tapSticker(1)
                try await window.send()
                try await window.closeExtension()
                try test.host.uninstall(try #require(ExtensionID(rawValue: Self.pack)))
                try await window.tapRecent(1)
                try await window.send()
            }
            let all = try stickers(test, of: "bob")
            #expect(all.count == 2 && all[0] == all[1])
        }
    }
}
