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
