import Foundation
import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// The sticker pack: assets only, and no process (C-002).
@Suite struct SmileysTests {
    @Test(.proves("C-002", "C-245")) func stickersAreStagedAndSentByteForByteWithoutAProcess() async throws {
        try await Samples.with { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle("org.mayfly.smileys"))
                guard case .stickers(let browser) = await window.view else {
                    Issue.record("no browser is shown")
                    return
                }
                #expect(browser.cells.count >= 6)
                #expect(browser.cells.contains { $0?.file.type == .apng })
                for number in 1...browser.cells.count { try await window.tapSticker(number) }
                try await window.send()
            }
            #expect(trace.lifecycle.isEmpty)
            let pack = try test.bundle("org.mayfly.smileys").stickerPack()
            let received = try test.host.look(at: test.conversation, as: "bob").transcript.entries
            #expect(received.count == pack.stickers.count)
            for (entry, original) in zip(received, pack.stickers) {
                guard case .sticker(let sticker) = entry.item?.content else {
                    Issue.record("entry is no sticker")
                    continue
                }
                #expect(sticker.description == original.label)
                #expect(entry.item?.origin?.extensionID.rawValue == "org.mayfly.smileys")
                let copy = URL(
                    filePath: "\(test.home)/media/\(sticker.file.digest.rawValue).\(sticker.file.type.fileExtension)"
                )
                // C-245
                #expect(try Data(contentsOf: copy) == Data(contentsOf: URL(filePath: original.files[0])))
            }
        }
    }

    /// The app is given time to resign; what it shows on its way does not replace the pack.
    @Test(arguments: [false, true]) func aPackOverAnAppIsShownWhenTheAppHasResigned(isExpanded: Bool) async throws {
        let bundles = try Puppet.bundles + [Samples.folder + "/Smileys.mayfly"]
        try await TestHost.with(bundles: bundles, policy: .immediate) { test in
            let gate = try CallbackGate(in: try test.privateFolder(of: "alice"))
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                if isExpanded { try await window.changeStyle(to: .expanded) }
                try test.script(["viewWillDisappear browse 1", "viewDidDisappear hold gate"], as: "alice")
                trace.clear()
                try await withThrowingTaskGroup(of: Void.self) { group in
                    await group.begin(in: window) { try await $0.open(test.bundle("org.mayfly.smileys")) }
                    await trace.waitForCall("presentStickerBrowser")
                    #expect(await window.openExtension?.id.rawValue == Puppet.id)
                    gate.release()
                    try await group.waitForAll()
                }
                #expect(await window.openExtension?.id.rawValue == "org.mayfly.smileys")
                #expect(await window.style == .compact)
                let count = try test.bundle("org.mayfly.smileys").stickerPack().stickers.count
                #expect(trace.lines.filter { $0.hasPrefix("view ") }.last == "view compact \(count) stickers")
                try await window.tapSticker(1)
                #expect(await window.draft.media.count == 1)
                // Another app takes the place of the pack, and a pack that is closed before its time is never shown.
                try test.script(["viewDidDisappear hold gate"], as: "alice")
                try await window.open(test.bundle(Puppet.id))
                trace.clear()
                try await withThrowingTaskGroup(of: Void.self) { group in
                    await group.begin(in: window) { try await $0.open(test.bundle("org.mayfly.smileys")) }
                    await trace.waitUntilTold("viewDidDisappear")
                    await group.begin(in: window) { try await $0.closeExtension() }
                    gate.release()
                    try await group.waitForAll()
                }
                #expect(await window.openExtension == nil)
                #expect(trace.lines.filter { $0.hasPrefix("view ") } == ["view compact none"])
            }
        }
    }

    /// Also where the app ends by a crash.
    @Test func aPackOverAnAppThatCrashesOnItsWayIsShown() async throws {
        let bundles = try Puppet.bundles + [Samples.folder + "/Smileys.mayfly"]
        try await TestHost.with(bundles: bundles, policy: .immediate) { test in
            try await test.window(as: "alice") { window in
                try await window.open(test.bundle(Puppet.id))
                try test.script(["willResignActive crash"], as: "alice")
                try await window.open(test.bundle("org.mayfly.smileys"))
                #expect(await window.openExtension?.id.rawValue == "org.mayfly.smileys")
                try await window.tapSticker(1)
            }
        }
    }

    @Test func aPackSaysThatItIsCompactAlways() async throws {
        try await Samples.with { test in
            try await test.window(as: "alice") { window in
                try await window.open(test.bundle("org.mayfly.smileys"))
                let error = await #expect(throws: MayflyError.self) { try await window.changeStyle(to: .expanded) }
                #expect(error?.message == "Smileys is a sticker pack, and those are compact always")
            }
        }
    }
}
