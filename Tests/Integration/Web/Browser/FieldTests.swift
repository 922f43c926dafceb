import Foundation
import MayflyConformance
import MayflyTestSupport
import Testing

extension BrowserTests {
    /// The input field: what it shows is what is sent.
    @Suite struct Fields {
        /// A file that is dropped on the conversation, and a picture that is pasted, are attached, sent and downloaded as they were.
        @Test func filesAreDroppedAndPasted() async throws {
            let folder = try ScratchFolder()
            let words = Data("words of alice".utf8)
            try words.write(to: URL(filePath: folder.at("notes.txt")))
            try await Browser.onDevices([]) { browser, _ in
                try browser.drop([folder.at("notes.txt")], on: ".transcript")
                try browser.wait(pane: 0, for: "$('.waiting .file').textContent.includes('notes.txt')")
                try browser.paste(picture: "#c02020", into: "textarea")
                try browser.wait(pane: 0, for: "$$('.waiting').length === 2 && $('.waiting img').naturalWidth > 0")
                try browser.send(pane: 0)
                try browser.wait(pane: 1, for: "$('a.file') && $('img.shown')?.naturalWidth === 40")
                #expect(
                    try browser.run("return document.querySelectorAll('.pane')[1].querySelector('a.file').download")
                        as? String == "notes.txt"
                )
                let text = try browser.runAsync(
                    "const done = arguments[0]; fetch(document.querySelectorAll('.pane')[1].querySelector('a.file').href).then((one) => one.text()).then(done)"
                )
                #expect(text as? String == "words of alice")
            }
        }

        /// What waits in the field can be taken out of it, each by its own X, and what is left is sent.
        @Test func whatWaitsCanBeRemoved() async throws {
            let folder = try ScratchFolder()
            for name in ["one.txt", "two.txt"] { try Data(name.utf8).write(to: URL(filePath: folder.at(name))) }
            try await Browser.onDevices([Samples.smileys]) { browser, _ in
                try browser.choose([folder.at("one.txt"), folder.at("two.txt")], for: "input[type=file]")
                try browser.press("Apps")
                try browser.press("Smileys")
                try browser.click(".sticker-button")
                try browser.wait(pane: 0, for: "$$('.waiting').length === 3 && $('.waiting img')?.naturalWidth > 0")
                try browser.press("Remove one.txt")
                try browser.wait(pane: 0, for: "$$('.waiting').length === 2")
                try browser.send(pane: 0)
                try browser.wait(pane: 1, for: "$$('.row').length === 2 && $('.sticker-picture')?.naturalWidth > 0")
                try browser.wait(pane: 1, for: "$('a.file').textContent.includes('two.txt')")
            }
        }

        /// A staged message looks as its recipient will see it. The X at its upper right takes it out, and its extension is told.
        @Test(.proves("C-124"), .proves("C-132")) func aStagedMessageIsTheBubbleAndHasAnX() async throws {
            try await ServedPage.with(
                bundles: [try #require(try Puppet.bundles.first)],
                ["--side-by-side", "alice,bob"]
            ) { page, tool in
                let script = """
                    didPerformAction message url=?a|caption=A question|subcaption=to bob|summary=asked
                    didCancelSending text taken back
                    """
                let path = try Puppet.privateFolder(in: tool.home) + "/script"
                try Data(script.utf8).write(to: URL(filePath: path))
                let browser = try Browser()
                try browser.open(page.address)
                for pane in 0...1 { try browser.click(".conversation", pane: pane) }
                try browser.wait(pane: 1, for: "$('.field')")
                try browser.press("Apps")
                try browser.click(".tile")
                try browser.wait(pane: 0, for: "$('.card')")
                try browser.press("run")
                try browser.wait(pane: 0, for: "$('.waiting .card-bubble')")
                let place = try #require(
                    try browser.run(
                        """
                        const box = (name) => document.querySelector(name).getBoundingClientRect()
                        const [whole, button] = [box('.waiting.message'), box('.waiting.message > .round')]
                        return [whole.right - button.right, button.top - whole.top, whole.width - button.width, whole.height - button.height]
                        """
                    ) as? [Double]
                )
                #expect(place[0] >= 0 && place[0] < 8 && place[1] >= 0 && place[1] < 8 && place[2] > 0 && place[3] > 0)
                try browser.press("Remove the message")
                try browser.wait(pane: 0, for: "!$('.waiting') && $('textarea').value === 'taken back'")
                // Once more, and it is sent: what stood in the field is what arrives.
                try browser.press("run")
                try browser.wait(pane: 0, for: "$('.waiting .card-bubble')")
                let bubble = "document.querySelectorAll('.pane')[%].querySelector('.card-bubble').innerHTML"
                let staged = try browser.run("return " + bubble.replacing("%", with: "0")) as? String
                try browser.send(pane: 0)
                try browser.wait(pane: 1, for: "$('button.card-bubble') && $('.words').textContent === 'taken back'")
                let arrived = try browser.run("return " + bubble.replacing("%", with: "1")) as? String
                #expect(staged?.contains("A question") == true && staged == arrived)
            }
        }
    }
}

extension Browser {
    /// Drops files on what a selector finds, as a file manager does.
    fileprivate func drop(_ paths: [String], on selector: String) throws {
        let script =
            "const box = document.querySelector(arguments[0]).getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]"
        let middle = try #require(try run(script, selector) as? [Double])
        for kind in ["dragEnter", "dragOver", "drop"] {
            let data: [String: Any] = ["items": [String](), "files": paths, "dragOperationsMask": 1]
            try command("Input.dispatchDragEvent", ["type": kind, "x": middle[0], "y": middle[1], "data": data])
        }
    }

    /// Puts a picture of one colour into the clipboard, and presses the keys that paste it.
    fileprivate func paste(picture colour: String, into selector: String) throws {
        try command("Browser.grantPermissions", ["permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]])
        try click(selector)
        let script = """
            const done = arguments[arguments.length - 1]
            const canvas = document.createElement('canvas')
            canvas.width = canvas.height = 40
            const context = canvas.getContext('2d')
            context.fillStyle = arguments[0]
            context.fillRect(0, 0, 40, 40)
            canvas.toBlob((blob) => navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]).then(() => done('written'), (error) => done(String(error))))
            """
        #expect(try runAsync(script, colour) as? String == "written")
        let key: [String: Any] = [
            "type": "keyDown", "modifiers": 2, "key": "v", "code": "KeyV", "windowsVirtualKeyCode": 86,
            "commands": ["paste"],
        ]
        try command("Input.dispatchKeyEvent", key)
    }
}
