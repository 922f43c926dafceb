import Foundation
import MayflyConformance
import Testing

extension ExtensionBrowserTests {
    /// The story of `PostcardStoryTests` on the page: alice's phone and her watch, side by side in a real browser with a camera.
    @Suite struct PostcardStory {
        private static let camera = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]

        @Test(.proves("C-009", "C-011", "C-013", "C-254"))
        func aPostcardLeadsToTheStoreTheCameraTheWatchAndBack() async throws {
            try await PostcardShop.with { shop in
                let page = try ServedPage(shop.tool, ["--side-by-side", "alice,watch"])
                let browser = try Browser(width: 1_200, height: 860, Self.camera)
                let (phone, watch) = (0, 1)
                try browser.open(page.address)
                for pane in 0..<2 { try browser.click(".conversation", pane: pane) }
                for pane in 0..<2 { try browser.wait(pane: pane, for: Browser.isOpen) }

                // The name below the message leads to the store, which has to be added.
                try browser.wait(pane: phone, for: "$('.card-bubble').innerText.includes(given[0])", PostcardShop.words)
                #expect(try browser.screenColours(".card-bubble .app-icon", pane: phone, moreThan: 3) > 3)
                try browser.wait(pane: phone, for: "($('.row .note .link').click(), true)")
                let dialog = "document.querySelector('dialog.store')"
                try browser.wait(for: "\(dialog).innerText.includes('No store was added yet')")
                try browser.run("\(dialog).querySelector('#store-address').value = arguments[0]", shop.store.files)
                try browser.press(inDialog: "Add")
                let fingerprint = try shop.store.fingerprint()
                try browser.wait(
                    for: "\(dialog).querySelector('.fingerprint').innerText.replaceAll(' ', '') === arguments[0]",
                    fingerprint
                )
                try browser.press(inDialog: "It is the same: add the store")
                try browser.wait(for: "\(dialog).querySelector('.offer strong').innerText === 'Postcard'")
                try browser.press(inDialog: "Install")

                // The message opens, and a picture is taken with the camera.
                try browser.wait(
                    pane: phone,
                    for: "$('.extension .card').innerText.includes(given[0])",
                    PostcardShop.words
                )
                try browser.press("Take a picture")
                try browser.wait(for: "document.querySelector('dialog.question')")
                try browser.press("Always", inSheet: "dialog.question")
                let sheet = "document.querySelector('dialog.wanted-picture')"
                try browser.wait(for: "\(sheet)?.querySelector('video')?.videoWidth > 0")
                try browser.press("Take the picture", inSheet: "dialog.wanted-picture")
                try browser.press("Use this", inSheet: "dialog.wanted-picture")
                try browser.wait(pane: phone, for: "$('.extension .card img')?.naturalWidth > 0")
                #expect(try browser.screenColours(".extension .card img", pane: phone, moreThan: 3) > 3)
                try browser.press("Use as a sticker")
                try browser.wait(pane: phone, for: "$('.waiting img')?.naturalWidth > 0")
                try browser.send(pane: phone)
                try browser.wait(pane: phone, for: "$('.row.own.sticker .sticker-picture')?.naturalWidth > 0")

                // The watch has it among its recent stickers, and sends it.
                try browser.press("Apps", pane: watch)
                try browser.wait(pane: watch, for: "$('.recent img')?.naturalWidth > 0")
                #expect(try browser.screenColours(".recent img", pane: watch, moreThan: 3) > 3)
                try browser.wait(pane: watch, for: "($('.recent').click(), true)")
                try browser.wait(pane: watch, for: "$('.waiting img')?.naturalWidth > 0")
                try browser.send(pane: watch)
                try browser.wait(pane: phone, for: "$$('.sticker-picture').length === 2")

                // The watch hands the postcard back to the phone.
                try browser.tap(PostcardShop.words, pane: watch)
                try browser.wait(pane: phone, for: "!$('.hand-off').hidden")
                try browser.press("Continue")
                try browser.wait(
                    pane: phone,
                    for: "$('.extension .card')?.innerText.includes(given[0])",
                    PostcardShop.words
                )
                try browser.wait(pane: watch, for: "$('.handed').innerText === 'Continued on alice'")
                try browser.picture("postcard-story")
                #expect(try browser.errors() == [])
                // Bob has what alice has sent, from the phone and from the watch: the same file.
                let bobs = try await shop.tool.run("transcript", "chat", "--as", "bob", "--json").events()
                let rows = try #require(bobs.first?["entries"] as? [[String: Any]])
                #expect(rows.map { $0["kind"] as? String } == ["message", "sticker", "sticker"])
                let files = rows.compactMap { ($0["file"] as? [String: Any])?["sha256"] as? String }
                #expect(files.count == 2 && Set(files).count == 1, "\(files)")
                page.signal(SIGTERM)
                #expect(page.finish() == 0)
            }
        }
    }
}
