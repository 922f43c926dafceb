import Foundation
import MayflyConformance
import MayflyTestSupport
import Testing

extension BrowserTests {
    /// What stores offer, and what is installed from them.
    @Suite struct ExtensionStores {
        /// Bob has a message of an extension that he does not have. He presses the name below it, adds a store, installs the extension, and
        /// the message opens (C-008, C-009).
        @Test(.proves("C-009", "C-211")) func aMissingExtensionIsInstalledFromItsMessage() async throws {
            let store = try PublishedStore(prefix: "org.example.")
            let bundle = try Machine.counter(in: store.folder)
            try store.add(bundle)
            try await Tool.with { tool in
                let maker = try HostClient.inChat(tool, devices: ["alice", "bob"])
                try maker.closeInput()
                try maker.finish()
                let sent = try await tool.run(
                    "launch",
                    bundle,
                    "--conversation",
                    "chat",
                    "--as",
                    "alice",
                    "--script",
                    "-",
                    script: "tap plus\ntap stage\nsend\n"
                )
                try #require(sent.status == 0, "\(sent.errors)")
                let page = try ServedPage(tool, ["--side-by-side", "bob"])
                let browser = try Browser(width: 1_000, height: 800)
                try browser.open(page.address)
                try browser.wait(pane: 0, for: "$('.conversation')")
                try browser.click(".conversation")
                // The icon of the extension came with the message.
                #expect(try browser.screenColours(".card-bubble .app-icon", pane: 0, moreThan: 3) > 3)
                try browser.click(".row .note .link")
                // No store has been added: the message does not choose one.
                let dialog = "document.querySelector('dialog.store')"
                try browser.wait(for: "\(dialog).innerText.includes('No store was added yet')")
                try browser.run("\(dialog).querySelector('#store-address').value = arguments[0]", store.files)
                try browser.press(inDialog: "Add")
                let fingerprint = try store.fingerprint()
                try browser.wait(
                    for: "\(dialog).querySelector('.fingerprint').innerText.replaceAll(' ', '') === arguments[0]",
                    fingerprint
                )
                try browser.press(inDialog: "It is the same: add the store")
                try browser.wait(for: "\(dialog).querySelector('.offer strong').innerText === 'Counter'")
                try browser.press(inDialog: "Install")
                try browser.wait(pane: 0, for: "$('.extension[data-state=view] .card')")
                #expect(try browser.run("return !document.querySelector('dialog')") as? Bool == true)
                page.signal(SIGTERM)
                #expect(page.finish() == 0)
            }
        }

        /// Promoted ones first, a search, all about one with its pictures and what it may ask for; then it is in the drawer, and a newer
        /// version takes its place.
        @Test func thePersonLooksAroundInstallsAndUpdates() async throws {
            let store = try PublishedStore(named: "Corner shop", prefix: "org.example.")
            for (name, id) in [("Apples", "apples"), ("Pears", "pears"), ("Zebra", "zebra")] {
                let permissions =
                    id == "zebra"
                    ? #""permissions": [{"name": "camera", "reason": "To draw \"stripes\" on you"}],"#
                        + #""app": {"name": "Zoo \"Online\"", "url": "https://zoo.example.org/"},"# : ""
                let bundle = try Self.sample(named: name, id: "org.example.\(id)", permissions, in: store.folder)
                let shot = ["--screenshot", "\(bundle)/icon.png=How \(name) looks", "--changes", "Better \(name)"]
                try store.add(bundle, id == "zebra" ? shot : [])
            }
            try store.promote(["org.example.zebra"])
            let fingerprint = try store.fingerprint()
            try await ServedPage.with(["--side-by-side", "alice"]) { page, tool in
                let added = try await tool.run("store", "add", store.files, "--fingerprint", fingerprint)
                try #require(added.status == 0, "\(added.errors)")
                let browser = try Browser(width: 1_000, height: 800)
                try browser.open(page.address)
                try browser.wait(pane: 0, for: "$('.conversation')")
                try browser.click(".conversation")
                try browser.press("Apps")
                try browser.press("Get more…")
                let dialog = "document.querySelector('dialog.store')"
                let names =
                    "[...\(dialog).querySelectorAll('.things > .thing .link strong')].map((one) => one.innerText).join()"
                try browser.wait(for: "\(names) === 'Zebra,Apples,Pears'")
                try browser.judge("the store")
                try browser.run(
                    "const input = \(dialog).querySelector('input[type=search]'); input.value = 'pear tester'; input.dispatchEvent(new Event('input'))"
                )
                try browser.wait(for: "\(names) === 'Pears'")
                try browser.run(
                    "const input = \(dialog).querySelector('input[type=search]'); input.value = ''; input.dispatchEvent(new Event('input'))"
                )
                try browser.wait(for: "\(names) === 'Zebra,Apples,Pears'")
                try browser.press(inDialog: "Get Zebra")
                try browser.wait(
                    for:
                        "\(dialog).querySelector('.screenshot')?.naturalWidth > 0 && \(dialog).querySelector('.screenshot').alt === 'How Zebra looks'"
                )
                let asks = try browser.run("return \(dialog).querySelector('.asks').innerText") as? String
                #expect(asks == "camera, it says: “To draw 'stripes' on you”", "\(asks ?? "")")
                let told = try #require(
                    try browser.run("return \(dialog).querySelector('.offer').innerText") as? String
                )
                for text in [
                    "tester", "Corner shop", "1.0.0", "Better Zebra", "to fetch",
                    "“Zoo 'Online'” at https://zoo.example.org/",
                ] {
                    #expect(told.contains(text), "\(told)")
                }
                try browser.judge("an extension of the store")
                try browser.press(inDialog: "Install")
                try browser.wait(for: "\(dialog).querySelector('.getting').innerText === 'Installed'")
                let entry = tool.home + "/applications/mayfly-org.example.zebra.desktop"
                #expect(FileManager.default.fileExists(atPath: entry))
                try browser.press(inDialog: "Close")
                try browser.wait(pane: 0, for: "[...$$('.tile')].some((one) => one.innerText === 'Zebra')")
                // A newer version.
                let newer = try Self.sample(named: "Zebra", id: "org.example.zebra", version: "1.1.0", in: store.folder)
                try store.add(newer)
                try browser.press("Get more…")
                try browser.wait(for: "\(dialog).querySelector('.technical summary')")
                try browser.run("\(dialog).querySelector('.technical summary').click()")
                try browser.press(inDialog: "Look for news of Corner shop")
                try browser.press(inDialog: "Update Zebra")
                try browser.press(inDialog: "Update")
                try browser.wait(for: "\(dialog).querySelector('.getting').innerText === 'Installed'")
                // The newer version belongs to no app.
                #expect(!FileManager.default.fileExists(atPath: entry))
                let installed = try PageClient(page).call("extensions.list")["extensions"] as? [[String: Any]]
                let zebra = installed?.first { $0["id"] as? String == "org.example.zebra" }
                #expect(zebra?["version"] as? String == "1.1.0")
            }
        }

        /// What is wrong is told in the dialog, and nothing is installed or added.
        @Test func whatIsWrongIsToldInThePlace() async throws {
            let store = try PublishedStore(prefix: "org.example.")
            try store.add(Self.sample(named: "Pears", id: "org.example.pears", in: store.folder))
            let fingerprint = try store.fingerprint()
            try await ServedPage.with(["--side-by-side", "alice"]) { page, tool in
                let browser = try Browser(width: 1_000, height: 800)
                try browser.open(page.address)
                try browser.press("Extensions and this machine")
                try browser.press(inDialog: "Get from a store…")
                let dialog = "document.querySelector('dialog.store')"
                let trouble = "\(dialog).querySelector('[role=alert]').innerText"
                try browser.wait(for: "\(dialog).querySelector('#store-address')")
                try browser.run("\(dialog).querySelector('#store-address').value = '/nowhere'")
                try browser.press(inDialog: "Add")
                try browser.wait(for: "\(trouble).includes('/nowhere')")
                let added = try await tool.run("store", "add", store.files, "--fingerprint", fingerprint)
                try #require(added.status == 0, "\(added.errors)")
                // The archive is another one than the metadata says.
                let archive = try #require(
                    FileManager.default.enumerator(atPath: store.files)?.compactMap { $0 as? String }.first {
                        $0.hasSuffix("bundle.tar")
                    }
                )
                try Data("no archive".utf8).write(to: URL(filePath: "\(store.files)/\(archive)"))
                try browser.press(inDialog: "Close")
                try browser.press("Extensions and this machine")
                try browser.press(inDialog: "Get from a store…")
                try browser.press(inDialog: "Get Pears")
                try browser.press(inDialog: "Install")
                try browser.wait(for: "\(trouble).includes('bundle.tar') && \(trouble).includes('bytes')")
                try browser.wait(for: "\(dialog).querySelector('.getting button').innerText === 'Install'")
                let all = try PageClient(page).call("extensions.list")["extensions"] as? [[String: Any]]
                #expect(all?.contains { $0["id"] as? String == "org.example.pears" } == false)
            }
        }

        /// A store whose server holds back the archive of Pears, and the page that shows Pears in it. The body gets what lets the server go
        /// on, and begins with a press of *Install*.
        private static func withHeldArchive(
            _ body: @Sendable (Browser, StoreServer, StepPipe, PageClient, Tool) throws -> Void
        ) async throws {
            let store = try PublishedStore(named: "Corner shop", prefix: "org.example.")
            let bundle = try sample(named: "Pears", id: "org.example.pears", in: store.folder)
            var generator = SeededGenerator(state: 1)
            let bytes = (0..<(1 << 18)).flatMap { _ in withUnsafeBytes(of: generator.next()) { Array($0) } }
            try Data(bytes).write(to: URL(filePath: bundle + "/more"))
            try store.add(bundle)
            let server = try StoreServer(store.files)
            try await ServedPage.with(["--side-by-side", "alice"]) { page, tool in
                let added = try await tool.run("store", "add", server.address, "--fingerprint", store.fingerprint())
                try #require(added.status == 0, "\(added.errors)")
                let steps = try server.step("bundle.tar")
                let browser = try Browser(width: 1_000, height: 800)
                try browser.open(page.address)
                try browser.press("Extensions and this machine")
                try browser.press(inDialog: "Get from a store…")
                try browser.press(inDialog: "Get Pears")
                try browser.press(inDialog: "Install")
                try body(browser, server, steps, PageClient(page), tool)
                #expect(try browser.errors() == [])
            }
        }

        private static let bar = "document.querySelector('dialog.store .getting progress')"

        private static func isInstalled(_ client: PageClient) throws -> Bool {
            let all = try client.call("extensions.list")["extensions"] as? [[String: Any]]
            return all?.contains { $0["id"] as? String == "org.example.pears" && $0["state"] as? String == "ready" }
                == true
        }

        /// The bar is as long as what has come, and says so in words.
        @Test func anInstallShowsItsProgress() async throws {
            try await Self.withHeldArchive { browser, _, steps, client, _ in
                try browser.wait(for: "\(Self.bar)?.max === 1 && \(Self.bar).value === 0")
                var told: [String] = []
                for percent in [30, 60] {
                    try steps.send(upTo: percent)
                    let (least, most) = (Double(percent - 1) / 100, Double(percent) / 100)
                    try browser.wait(for: "\(Self.bar)?.value > \(least) && \(Self.bar).value <= \(most)")
                    let spoken = try browser.spoken(of: Self.bar)
                    #expect(spoken.role == "progressbar" && spoken.name == "Installing Pears", "\(spoken)")
                    let shown = try browser.run("return document.querySelector('.getting .note').innerText") as? String
                    #expect(
                        spoken.description == shown && spoken.description.contains(#/^[0-9.]+ [kM]B of 2\.[0-9] MB$/#),
                        "\(spoken)"
                    )
                    told.append(spoken.description)
                    #expect(try !Self.isInstalled(client))
                }
                #expect(Set(told).count == 2, "\(told)")
                try browser.judge("an install that goes on")
                try steps.send(upTo: 100)
                try browser.wait(for: "document.querySelector('.getting').innerText === 'Installed'")
                #expect(try browser.run("return document.querySelector('progress') === null") as? Bool == true)
                #expect(try Self.isInstalled(client))
            }
        }

        /// The person ends it in the middle, by the key that is ready for it; nothing is left, and it can be begun again.
        @Test func anInstallIsCancelled() async throws {
            try await Self.withHeldArchive { browser, server, steps, client, tool in
                let before = try tool.state()
                try steps.send(upTo: 40)
                try browser.wait(for: "\(Self.bar)?.value > 0.39")
                #expect(try !tool.state(below: ["extensions"]).isEmpty)
                let focused = try browser.run("return document.activeElement.getAttribute('aria-label')") as? String
                #expect(focused == "Cancel the install of Pears")
                try browser.press(keys: " ")
                try browser.wait(for: "document.querySelector('.getting').innerText === 'Install'")
                #expect(try browser.run("return document.activeElement.innerText") as? String == "Install")
                let trouble = "return document.querySelector('dialog.store [role=alert]').innerText"
                #expect(try browser.run(trouble) as? String == "")
                let news = "document.getElementById('arrivals').innerText"
                try browser.wait(for: "\(news).includes('The install of Pears was cancelled')")
                #expect(try tool.state(below: ["extensions"]) == [:] && !Self.isInstalled(client))
                #expect(try Set(tool.state().keys) == Set(before.keys.filter { !$0.contains(".downloading-") }))
                try server.misbehave()
                try browser.press(keys: " ")
                try browser.wait(for: "document.querySelector('.getting').innerText === 'Installed'")
                #expect(try Self.isInstalled(client))
            }
        }

        /// A copy of Tally under another name.
        private static func sample(
            named name: String,
            id: String,
            version: String = "1.0.0",
            _ members: String = "",
            in folder: ScratchFolder
        ) throws -> String {
            let bundle = folder.at("\(name)-\(version).mayfly")
            try FileManager.default.copyItem(atPath: Samples.tally, toPath: bundle)
            let manifest = URL(filePath: bundle).appending(path: "manifest.json")
            let text = try String(contentsOf: manifest, encoding: .utf8)
            let changed = text.replacing("org.mayfly.tally", with: id).replacing("\"Tally\"", with: "\"\(name)\"")
                .replacing("\"1.0.0\"", with: "\"\(version)\"").replacing(/^\{/, with: "{\(members)")
            try Data(changed.utf8).write(to: manifest)
            return bundle
        }
    }
}

extension Browser {
    /// Presses the button of these words in the dialog, once it is there.
    func press(inDialog words: String) throws {
        let button = """
            [...document.querySelectorAll('dialog button')].find((one) => one.checkVisibility() && !one.disabled
              && (one.getAttribute('aria-label') ?? one.textContent) === arguments[0])
            """
        try wait(for: "(\(button).click(), true)", words)
    }
}
