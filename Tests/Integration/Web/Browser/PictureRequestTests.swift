import Foundation
import MayflyConformance
import MayflyModel
import MayflyTestSupport
import Testing

extension ExtensionBrowserTests {
    /// An extension asks for a picture: the page takes it with the camera of the machine, or has the person choose a file.
    @Suite struct PictureRequests {
        /// A camera that shows a pattern, which the page may use.
        private static let camera = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
        private static let sheet = "document.querySelector('dialog.wanted-picture')"

        private static func with(
            _ options: [String] = [],
            _ body: @Sendable (Browser, ServedPage) async throws -> Void
        ) async throws {
            try await Browser.onDevices([try ServicesPlugin.bundle()], options) { browser, page in
                try openExtension(in: browser)
                try await body(browser, page)
            }
        }

        private static func openExtension(in browser: Browser) throws {
            try browser.press("Apps")
            try browser.click(".tile")
            try browser.wait(pane: 0, for: "$('.card button')")
        }

        /// Presses a button of the extension for the first time, and grants what it needs.
        private static func ask(_ button: String, in browser: Browser) throws {
            try browser.press(button)
            try browser.wait(for: "document.querySelector('dialog.question')")
            try browser.press("Always", inSheet: "dialog.question")
            try browser.wait(for: "\(sheet) != null")
        }

        /// Waits until the view of the extension says what it was answered.
        private static func waitFor(_ answer: String, in browser: Browser) throws {
            try browser.wait(pane: 0, for: "$('.card').innerText.includes(given[0])", answer)
        }

        /// Waits until the camera shows something, and remembers its tracks.
        private static func waitForCamera(in browser: Browser) throws {
            try browser.wait(for: "\(sheet).querySelector('video')?.videoWidth > 0")
            try browser.run("window.tracks = \(sheet).querySelector('video').srcObject.getTracks()")
            #expect(try states(in: browser) == ["live"])
        }

        private static func states(in browser: Browser) throws -> [String]? {
            try browser.run("return window.tracks.map((one) => one.readyState)") as? [String]
        }

        @Test(.proves("C-011")) func theCameraTakesAPicture() async throws {
            try await Self.with(Self.camera) { browser, page in
                try Self.ask("camera", in: browser)
                try Self.waitForCamera(in: browser)
                let text = try browser.run("return \(Self.sheet).innerText") as? String ?? ""
                #expect(text.contains("Take a picture for “services”"))
                try browser.judge("camera", byKeys: false)
                try browser.press("Take the picture", inSheet: "dialog.wanted-picture")
                try browser.wait(
                    for: "\(Self.sheet).querySelector('canvas')?.width > 0 && !\(Self.sheet).querySelector('video')"
                )
                try browser.judge("camera-taken", byKeys: false)
                try browser.press("Again", inSheet: "dialog.wanted-picture")
                try browser.wait(for: "\(Self.sheet).querySelector('video')")
                #expect(try ServicesPlugin.pictures(in: page.home).isEmpty)
                try browser.press("Take the picture", inSheet: "dialog.wanted-picture")
                try browser.press("Use this", inSheet: "dialog.wanted-picture")
                try browser.wait(for: "\(Self.sheet) == null")
                try Self.waitFor("camera 0 file=1 size=some first=ffd8", in: browser)
                #expect(try Self.states(in: browser) == ["ended"])
                // The camera of the browser shows a figure on a plain ground; the host makes it no larger than 1,200 pixels a side.
                let made = try MadePicture.only(in: page.home)
                #expect(made.type == .jpeg && made.size == [1_200, 675], "\(made.type), \(made.size)")
                #expect(made.colours > 1, "\(made.colours) colours")
            }
        }

        @Test func theCameraIsOffHoweverTheSheetEnds() async throws {
            try await Self.with(Self.camera) { browser, page in
                try Self.ask("camera", in: browser)
                try Self.waitForCamera(in: browser)
                try browser.press(keys: "\u{E00C}")
                try Self.waitFor("camera 0 file=0", in: browser)
                #expect(try Self.states(in: browser) == ["ended"])
                // The extension is closed by somebody else.
                try browser.press("camera")
                try Self.waitForCamera(in: browser)
                let change: [String: Any] = ["extension": ServicesPlugin.id, "enabled": false]
                try PageClient(page).call("extensions.setEnabled", change)
                try browser.wait(for: "\(Self.sheet) == null")
                #expect(try Self.states(in: browser) == ["ended"])
                #expect(try ServicesPlugin.pictures(in: page.home).isEmpty)
            }
        }

        /// The host is gone with its window.
        @Test func theCameraIsOffWhenTheConnectionIsLost() async throws {
            // The browser complains of the server that is gone.
            try await Tool.with(bundles: [try ServicesPlugin.bundle()]) { tool in
                let maker = try HostClient.inChat(tool)
                try maker.closeInput()
                try maker.finish()
                let page = try ServedPage(tool)
                let browser = try Browser(Self.camera)
                try browser.open(page.address)
                try browser.click(".conversation")
                try browser.wait(pane: 0, for: Browser.isOpen)
                try Self.openExtension(in: browser)
                try Self.ask("camera", in: browser)
                try Self.waitForCamera(in: browser)
                page.signal(SIGTERM)
                try browser.wait(for: "\(Self.sheet) == null")
                #expect(try Self.states(in: browser) == ["ended"])
                #expect(page.finish() == 0)
            }
        }

        @Test func afterNoTheBrowserIsNotAskedForTheCamera() async throws {
            try await Self.with(Self.camera) { browser, page in
                try browser.run(
                    """
                    window.asked = 0
                    const own = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
                    navigator.mediaDevices.getUserMedia = (...all) => { window.asked += 1; return own(...all) }
                    """
                )
                func ask(answering title: String?) throws {
                    try browser.press("redraw")
                    try Self.waitFor("drawn again", in: browser)
                    try browser.press("camera")
                    if let title {
                        try browser.wait(for: "document.querySelector('dialog.question')")
                        try browser.press(title, inSheet: "dialog.question")
                    }
                    try Self.waitFor("camera 1014 file=0", in: browser)
                    #expect(
                        try browser.run("return document.querySelector('dialog.question') === null") as? Bool == true
                    )
                    #expect(try browser.run("return \(Self.sheet) === null && window.asked") as? Int == 0)
                }
                try ask(answering: "Not now")
                try ask(answering: "No, and do not ask again")
                try ask(answering: nil)
                #expect(try ServicesPlugin.pictures(in: page.home).isEmpty)
                // Where it is allowed, the same call is counted.
                try PageClient(page).call("permissions.revoke", ["extension": ServicesPlugin.id])
                try Self.ask("camera", in: browser)
                try Self.waitForCamera(in: browser)
                #expect(try browser.run("return window.asked") as? Int == 1)
            }
        }

        @Test func withoutACameraTheExtensionIsToldSo() async throws {
            try await Self.with { browser, page in
                try Self.ask("camera", in: browser)
                try browser.wait(for: "\(Self.sheet).innerText.includes('There is no camera here.')")
                try Self.waitFor("camera 1016 file=0", in: browser)
                // The sentence stays until the person closes it.
                try browser.judge("no-camera", byKeys: false)
                try browser.press("Close", inSheet: "dialog.wanted-picture")
                try browser.wait(for: "\(Self.sheet) == null")
                #expect(try ServicesPlugin.pictures(in: page.home).isEmpty)
            }
        }

        @Test func whereTheBrowserRefusesTheExtensionIsToldSo() async throws {
            try await Self.with(["--use-fake-device-for-media-stream"]) { browser, _ in
                let setting: [String: Any] = ["permission": ["name": "camera"], "setting": "denied"]
                try browser.command("Browser.setPermission", setting)
                try Self.ask("camera", in: browser)
                try browser.wait(
                    for: "\(Self.sheet).innerText.includes('The browser does not let this page use the camera.')"
                )
                try Self.waitFor("camera 1016 file=0", in: browser)
            }
        }

        /// A browser gives no camera to a page that comes over a network without encryption.
        @Test(.enabled(if: OwnAddress.text != nil, "this machine has no network"))
        func aPageFromTheNetworkHasNoCamera() async throws {
            let host = ["--host", try #require(OwnAddress.text)]
            try await ServedPage.with(bundles: [try ServicesPlugin.bundle()], host) { page, _ in
                let browser = try Browser(Self.camera)
                try browser.open(page.address)
                try browser.click(".conversation")
                try browser.wait(pane: 0, for: Browser.isOpen)
                #expect(try browser.run("return isSecureContext") as? Bool == false)
                try Self.openExtension(in: browser)
                try Self.ask("camera", in: browser)
                try browser.wait(for: "\(Self.sheet).innerText.includes('not to one that comes over the network')")
                try Self.waitFor("camera 1016 file=0", in: browser)
            }
        }

        /// What the host does not take, the page makes anew, no larger than 4,096 pixels a side.
        @Test func aFileOfAnotherTypeIsMadeAnewByThePage() async throws {
            try await Self.with { browser, page in
                try Self.ask("photo", in: browser)
                let choose = """
                    const done = arguments[arguments.length - 1]
                    const canvas = Object.assign(document.createElement('canvas'), { width: 5_000, height: 20 })
                    canvas.getContext('2d').fillRect(0, 0, 2_500, 20)
                    canvas.toBlob((blob) => {
                      const files = new DataTransfer()
                      files.items.add(new File([blob], 'wide.webp', { type: blob.type }))
                      const input = document.querySelector('dialog.wanted-picture input[type=file]')
                      input.files = files.files
                      input.dispatchEvent(new Event('change'))
                      const own = HTMLCanvasElement.prototype.toBlob
                      HTMLCanvasElement.prototype.toBlob = function (...rest) {
                        window.made = `${this.width}x${this.height} ${rest[1]}`
                        return own.apply(this, rest)
                      }
                      done(blob.type)
                    }, 'image/webp')
                    """
                #expect(try browser.runAsync(choose) as? String == "image/webp")
                try browser.press("Use this", inSheet: "dialog.wanted-picture")
                try Self.waitFor("photo 0 file=1 size=some first=ffd8", in: browser)
                #expect(try browser.run("return window.made") as? String == "4096x16 image/jpeg")
                // The left half was black, and the other one clear, which lies on white.
                let made = try MadePicture.only(in: page.home)
                #expect(made.type == .jpeg && made.size == [1_200, 5], "\(made.type), \(made.size)")
                let (black, white) = ([0, 0, 0], [255, 255, 255])
                #expect(made.colours == 2 && made.hasQuarters([black, white, black, white]), "\(made.colours) colours")
            }
        }

        @Test(.proves("C-011")) func thePersonChoosesAFile() async throws {
            let folder = try ScratchFolder()
            try folder.write("no picture", to: "notes.png")
            try await Self.with { browser, page in
                let field = "dialog.wanted-picture input[type=file]"
                try Self.ask("photo", in: browser)
                let text = try browser.run("return \(Self.sheet).innerText") as? String ?? ""
                #expect(text.contains("Choose a picture for “services”"))
                try browser.judge("photo", byKeys: false)
                try browser.choose([folder.at("notes.png")], inDocument: field)
                try browser.wait(for: "\(Self.sheet).innerText.includes('cannot show the file as a picture')")
                try browser.choose(["\(Samples.tally)/icon.png"], inDocument: field)
                try browser.wait(for: "\(Self.sheet).querySelector('img')?.naturalWidth > 0")
                try browser.judge("photo-chosen", byKeys: false)
                try browser.press("Use this", inSheet: "dialog.wanted-picture")
                try browser.wait(for: "\(Self.sheet) == null")
                try Self.waitFor("photo 0 file=1 size=some", in: browser)
                let made = try MadePicture.only(in: page.home)
                let chosen = [UInt8](try Data(contentsOf: URL(filePath: "\(Samples.tally)/icon.png")))
                #expect(made.size == [256, 192] && made.colours > 2 && made.bytes != chosen, "\(made.colours) colours")
                try browser.press("photo")
                try browser.press("Cancel", inSheet: "dialog.wanted-picture")
                try Self.waitFor("photo 0 file=0", in: browser)
            }
        }

        @Test func aPressThatWasMeantForSomethingElseGivesNothing() async throws {
            try await Self.with(Self.camera) { browser, page in
                try Self.ask("camera", in: browser)
                try Self.waitForCamera(in: browser)
                try browser.wait(
                    for: "\(Self.sheet).querySelector('.button') && !\(Self.sheet).querySelector('[data-held]')"
                )
                try browser.stopClock()
                try browser.run("\(Self.sheet).querySelector('.button').click()")
                try browser.wait(for: "\(Self.sheet).querySelector('canvas')")
                let press =
                    "[...\(Self.sheet).querySelectorAll('button')].find((one) => one.innerText === 'Use this').click()"
                for _ in 0..<3 {
                    try browser.passTime(200)
                    try browser.run(press)
                }
                #expect(try browser.run("return \(Self.sheet) != null") as? Bool == true)
                #expect(try ServicesPlugin.pictures(in: page.home).isEmpty)
            }
        }

        /// What was answered is listed where extensions are, and a button withdraws it.
        @Test func answersAreListedAndWithdrawn() async throws {
            try await Self.with { browser, page in
                for button in ["photo", "camera"] {
                    try Self.ask(button, in: browser)
                    try browser.press(button == "photo" ? "Cancel" : "Close", inSheet: "dialog.wanted-picture")
                    try browser.wait(for: "\(Self.sheet) == null")
                }
                try browser.click(".back")
                try browser.press("Extensions and this machine")
                let list =
                    "[...document.querySelectorAll('.answers li')].map((one) => one.querySelector('span').innerText)"
                try browser.wait(for: "\(list).length === 2")
                #expect(
                    Set(try browser.run("return \(list)") as? [String] ?? []) == [
                        "May have you take pictures for it, on alice", "May have you choose pictures for it, on alice",
                    ]
                )
                try browser.judge("machine-permissions")
                try browser.run(
                    "[...document.querySelectorAll('.answers button')].find((one) => one.ariaLabel === 'Withdraw on alice: May have you take pictures for it').click()"
                )
                try browser.wait(for: "\(list).join() === 'May have you choose pictures for it, on alice'")
                let answers = try PageClient(page).call("permissions.list")["answers"] as? [[String: Any]]
                #expect(answers?.map { $0["permission"] as? String } == ["photos"])
            }
        }
    }
}

/// An address of this machine that others reach.
private enum OwnAddress {
    static let text: String? = {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return nil }
        defer { freeifaddrs(list) }
        let all = sequence(first: list) { $0?.pointee.ifa_next }.prefix { $0 != nil }.compactMap { $0?.pointee }
        for one in all where one.ifa_addr?.pointee.sa_family == sa_family_t(AF_INET) {
            var name = [CChar](repeating: 0, count: 64)
            let length = socklen_t(MemoryLayout<sockaddr_in>.size)
            guard getnameinfo(one.ifa_addr, length, &name, 64, nil, 0, NI_NUMERICHOST) == 0 else { continue }
            let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if !text.hasPrefix("127.") { return text }
        }
        return nil
    }()
}

extension Browser {
    /// Presses a button of a sheet, when it counts.
    func press(_ title: String, inSheet selector: String) throws {
        let found =
            "[...document.querySelector(arguments[1]).querySelectorAll('button')].find((one) => one.innerText === arguments[0] && !one.disabled)"
        try wait(for: "\(found) && !document.querySelector(arguments[1]).querySelector('[data-held]')", title, selector)
        try run("\(found).click()", title, selector)
    }
}
