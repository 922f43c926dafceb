import Foundation
import GRDB
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
                try browser.waitForRed(".waiting img", pane: 0)
                try browser.send(pane: 0)
                try browser.wait(pane: 1, for: "$('a.file') && $('img.shown')?.naturalWidth === 40")
                try browser.waitForRed("img.shown", pane: 1)
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

        /// What was refused is told between the conversation and the field, on that device, and what was written and attached waits on. When
        /// the reason is gone, it is sent.
        @Test func whatIsNotSentIsToldAndStaysInTheField() async throws {
            let folder = try ScratchFolder()
            try folder.write("words of alice", to: "notes.txt")
            for (name, size) in [("large.bin", 17), ("vast.bin", 257)] {
                #expect(truncate(try folder.write("", to: name), size << 20) == 0)
            }
            try await Browser.onDevices([]) { browser, page in
                try browser.type("what alice wrote", into: "textarea")
                try browser.choose([folder.at("notes.txt")], for: "input[type=file]")
                try browser.wait(pane: 0, for: "$$('.waiting').length === 1")
                try browser.choose([folder.at("large.bin")], for: "input[type=file]")
                try Self.checkThatNothingIsLost(browser, "large.bin' is not attached: ")
                // The server refuses this one before the host sees it.
                try browser.choose([folder.at("vast.bin")], for: "input[type=file]")
                try Self.checkThatNothingIsLost(browser, "vast.bin: A file may have 256 MiB at most.")
                #expect(try browser.errors().allSatisfy { $0.contains("status of 413") })
                let database = try DatabaseQueue(path: page.home + "/mayfly.sqlite")
                try await database.write { db in
                    try db.execute(
                        sql:
                            "CREATE TRIGGER refusal BEFORE INSERT ON outbox BEGIN SELECT RAISE(ABORT, 'no room is left'); END"
                    )
                }
                let hold = "The message was changed just now."
                repeat {
                    try browser.run("document.querySelector('.trouble').hidden = true")
                    try browser.click(".send")
                    try browser.wait(pane: 0, for: "!$('.trouble').hidden")
                } while try browser.value(pane: 0, of: "$('.trouble').innerText.startsWith('\(hold)')") as? Bool == true
                try Self.checkThatNothingIsLost(browser, "no room is left")
                try browser.judge("refusal")
                #expect(try browser.value(pane: 0, of: "$$('.row').length") as? Int == 0)
                try await database.write { db in try db.execute(sql: "DROP TRIGGER refusal") }
                try browser.send(pane: 0)
                try browser.wait(
                    pane: 1,
                    for: "$('.words')?.innerText === 'what alice wrote' && $('a.file')?.innerText.includes('notes.txt')"
                )
                try browser.wait(pane: 0, for: "$('.trouble').hidden")
            }
        }

        /// The words stand right above the field, are said by screen readers, and the other device has none.
        private static func checkThatNothingIsLost(_ browser: Browser, _ words: String) throws {
            try browser.wait(pane: 0, for: "!$('.trouble').hidden && $('.trouble').innerText.includes(given[0])", words)
            let seen = try browser.value(
                pane: 0,
                of: """
                    (() => {
                      const box = (name) => $(name).getBoundingClientRect()
                      return [$('.trouble').checkVisibility() && $('.trouble').role === 'alert', box('.trouble').top >= box('.transcript').bottom - 1,
                        Math.abs(box('.field').top - box('.trouble').bottom) < 1, box('.trouble').height > 10,
                        !document.querySelectorAll('.pane')[1].querySelector('.trouble').checkVisibility(),
                        $('textarea').value === 'what alice wrote', $$('.waiting').length === 1 && $('.waiting').innerText.includes('notes.txt'),
                        !$('.send').disabled]
                    })()
                    """
            )
            #expect(seen as? [Bool] == Array(repeating: true, count: 8), "\(words)")
        }

        /// A tap on Send, however quick, sends only what has stood in the field long enough to be seen, also where it comes in pieces.
        @Test func whatIsNotShownIsNotSent() async throws {
            try await Browser.onDevices([]) { browser, page in
                try browser.type("what alice wrote", into: "textarea")
                try browser.wait(pane: 0, for: "!$('.send').disabled")
                let taps = """
                    const text = document.querySelector('textarea')
                    let last = text.value
                    let since = -1_000
                    window.tapping = setInterval(() => {
                      if (text.value !== last) [last, since] = [text.value, performance.now()]
                      if (performance.now() - since < 300) document.querySelector('.send').click()
                    }, 5)
                    """
                try browser.run(taps)
                let client = try PageClient(page)
                let window = try client.openWindow()
                // Longer than what comes with an event: the page asks for it.
                let unseen = "unseen " + String(repeating: "語語語語語語語語語 ", count: 700)
                for turn in 0..<5 {
                    try client.call("window.replaceText", ["window": window, "text": "\(turn) \(unseen)"])
                }
                try browser.wait(pane: 0, for: "$('textarea').value.startsWith('4 unseen')")
                // The sentence about it has come, and nothing was sent.
                try browser.wait(
                    pane: 0,
                    for: "$('.trouble').innerText.startsWith('The message was changed just now.')"
                )
                try browser.run("clearInterval(window.tapping)")
                #expect(try browser.value(pane: 1, of: "$$('.row').length") as? Int == 0)
                #expect(try browser.value(pane: 0, of: "$$('.row').length") as? Int == 0)
                // When it has stood there, it is sent.
                try browser.send(pane: 0)
                try browser.wait(pane: 1, for: "$('.words')?.innerText.startsWith('4 unseen')")
            }
        }

        /// The second click of a double click does not send what an extension has put there meanwhile.
        @Test func aDoubleClickSendsOnce() async throws {
            let script = """
                didPerformAction message url=?a|caption=seen
                didStartSending message url=?b|caption=not seen
                """
            try await Browser.onPuppet(script) { browser, _ in
                try browser.click(".tile")
                try browser.press("run")
                try browser.wait(pane: 0, for: "$('.waiting .caption')?.innerText === 'seen'")
                let clicks = """
                    const done = arguments[arguments.length - 1]
                    const send = document.querySelector('.send')
                    const rows = () => document.querySelectorAll('.pane')[1].querySelectorAll('.row').length
                    const staged = () => document.querySelector('.waiting .caption')?.innerText
                    // Again and again, as soon as there is something to send and it has stood there long enough, until the first was sent; then for as long as it is new.
                    let [told, isSeen] = [0, false]
                    const timer = setInterval(() => {
                      isSeen ||= !send.hasAttribute('data-held')
                      if (!send.disabled && isSeen) send.click()
                      if (staged() === 'not seen') told ||= performance.now()
                      if (told && performance.now() - told > 300) {
                        clearInterval(timer)
                        done([rows(), staged()])
                      }
                    }, 2)
                    """
                let state = try browser.runAsync(clicks) as? [Any]
                #expect(state?[1] as? String == "not seen", "\(state ?? [])")
                try browser.wait(pane: 1, for: "$$('button.card-bubble').length === 1")
                #expect(
                    try browser.value(pane: 1, of: "$('button.card-bubble .caption').innerText") as? String == "seen"
                )
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
            let script = """
                didPerformAction message url=?a|caption=A question|subcaption=to bob|summary=asked
                didCancelSending text taken back
                """
            try await Browser.onPuppet(script) { browser, _ in
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

    /// Waits until the screen is red where an element is. A button may lie on a part of it.
    fileprivate func waitForRed(_ selector: String, pane: Int) throws {
        var seen: Set<String> = []
        for _ in 0..<100 {
            seen = try colours(of: selector, pane: pane)
            // The host has made the picture anew.
            if seen.contains(where: { $0.wholeMatch(of: /#[bc][0-9a-f][12][0-9a-f][12][0-9a-f]/) != nil }) { return }
        }
        Issue.record("\(selector) has the colours \(seen)")
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
