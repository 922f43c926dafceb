import Foundation
import MayflyConformance
import MayflyDistribution
import MayflyModel
import MayflyRepository
import MayflyTestSupport
import Testing

extension ExtensionBrowserTests {
    /// What stores offer, and what is installed from them.
    @Suite struct ExtensionStores {
        private static let dialog = "document.querySelector('dialog.store')"

        /// Bob, who does not have the extension, has a message of Counter, or of an extension of another name. `prepare` is what he has done
        /// before; the body begins with a press of the name below the message.
        static func withMissing(
            named name: String? = nil,
            prepare: @Sendable (Tool) async throws -> Void = { _ in },
            _ body: @Sendable (Browser, PageClient) throws -> Void
        ) async throws {
            let maker = try ScratchFolder()
            let bundle =
                try name.map { try sample(named: $0, id: "org.example.counter", in: maker) }
                ?? Machine.counter(in: maker)
            try await Tool.with { tool in
                let people = try HostClient.inChat(tool, devices: ["alice", "bob"])
                try people.closeInput()
                try people.finish()
                let launch = ["launch", bundle, "--conversation", "chat", "--as", "alice", "--script", "-"]
                let sent = try await tool.run(all: launch, script: "tap plus\ntap stage\nsend\n")
                try #require(sent.status == 0, "\(sent.errors)")
                try await prepare(tool)
                let page = try ServedPage(tool, ["--side-by-side", "bob"])
                let browser = try Browser(width: 1_000, height: 800)
                try browser.open(page.address)
                try browser.wait(pane: 0, for: "$('.conversation')")
                try browser.click(".conversation")
                // The icon of the extension came with the message.
                #expect(try browser.screenColours(".card-bubble .app-icon", pane: 0, moreThan: 3) > 3)
                try browser.click(".row .note .link")
                try body(browser, PageClient(page))
                page.signal(SIGTERM)
                #expect(page.finish() == 0)
            }
        }

        /// A store with Counter, with another extension of that name, which comes before it, and with one that is promoted.
        private static func crowdedStore() throws -> PublishedStore {
            let store = try PublishedStore(prefix: "org.example.")
            try store.add(sample(named: "Counter", id: "org.example.a-counter", in: store.folder))
            try store.add(sample(named: "Zebra", id: "org.example.zebra", in: store.folder))
            try store.add(Machine.counter(in: store.folder))
            try store.promote(["org.example.zebra"])
            return store
        }

        /// The dialog shows the extension of the message and no other; after the press it is installed, no other is, and the message opens.
        private static func expectCounter(_ browser: Browser, _ client: PageClient) throws {
            let ids = "[...\(dialog).querySelectorAll('.offer')].map((one) => \(fact("Id", in: "one")))"
            try browser.wait(for: "\(ids).join() === 'org.example.counter'")
            #expect(
                try browser.run("return \(dialog).querySelector('.offer strong').innerText") as? String == "Counter"
            )
            try browser.press(inDialog: "Install")
            try browser.wait(pane: 0, for: "$('.extension[data-state=view] .card')")
            #expect(try browser.run("return !document.querySelector('dialog')") as? Bool == true)
            #expect(try installed(client) == ["org.example.counter": "1.0.0"])
        }

        /// What an offer says under that name; `offer` is its element.
        private static func fact(_ name: String, in offer: String) -> String {
            "[...\(offer).querySelectorAll('dt')].find((one) => one.innerText === '\(name)')?.nextElementSibling.innerText"
        }

        /// The versions of the extensions of this test's publisher that are installed.
        static func installed(_ client: PageClient) throws -> [String: String] {
            let all = try #require(try client.call("extensions.list")["extensions"] as? [[String: Any]])
            let own = all.compactMap { one -> (String, String)? in
                guard let id = one["id"] as? String, id.hasPrefix("org.example.") else { return nil }
                return (id, one["version"] as? String ?? "broken")
            }
            return Dictionary(own) { $0 + ", " + $1 }
        }

        /// Bob has a message of an extension that he does not have. He presses the name below it, adds a store, installs the extension, and
        /// the message opens (C-008, C-009).
        @Test(.proves("C-009", "C-211")) func aMissingExtensionIsInstalledFromItsMessage() async throws {
            let store = try Self.crowdedStore()
            let fingerprint = try store.fingerprint()
            try await Self.withMissing { browser, client in
                let dialog = Self.dialog
                // No store has been added: the message does not choose one.
                try browser.wait(for: "\(dialog).innerText.includes('No store was added yet')")
                #expect(try browser.run("return \(dialog).querySelector('#store-address').value") as? String == "")
                try browser.run("\(dialog).querySelector('#store-address').value = arguments[0]", store.files)
                try browser.press(inDialog: "Add")
                try browser.wait(
                    for: "\(dialog).querySelector('.fingerprint').innerText.replaceAll(' ', '') === arguments[0]",
                    fingerprint
                )
                try browser.press(inDialog: "It is the same: add the store")
                try Self.expectCounter(browser, client)
            }
        }

        /// Where the store is there already, one press leads to the offer.
        @Test(.proves("C-009")) func aStoreThatWasAddedShowsTheExtensionOfAMessageAtOnce() async throws {
            let store = try Self.crowdedStore()
            let fingerprint = try store.fingerprint()
            try await Self.withMissing { tool in
                let added = try await tool.run("store", "add", store.files, "--fingerprint", fingerprint)
                try #require(added.status == 0, "\(added.errors)")
            } _: { browser, client in
                try Self.expectCounter(browser, client)
            }
        }

        /// Where no store has it, the page says so, and offers none in its place.
        @Test func aStoreThatDoesNotHaveTheExtensionOfAMessageIsToldSo() async throws {
            let store = try PublishedStore(prefix: "org.example.")
            try store.add(Self.sample(named: "Counter", id: "org.example.a-counter", in: store.folder))
            let fingerprint = try store.fingerprint()
            try await Self.withMissing { tool in
                let added = try await tool.run("store", "add", store.files, "--fingerprint", fingerprint)
                try #require(added.status == 0, "\(added.errors)")
            } _: { browser, client in
                let sentence = "No store that was added has the extension org.example.counter."
                try browser.wait(
                    for: "\(Self.dialog).querySelector('.machine-body p').innerText === arguments[0]",
                    sentence
                )
                let others = "return \(Self.dialog).querySelectorAll('.offer, .thing').length"
                #expect(try browser.run(others) as? Int == 0)
                #expect(try browser.run("return \(Self.dialog).querySelector('#store-address').value") as? String == "")
                #expect(try Self.installed(client) == [:])
            }
        }

        /// An extension whose name is the address of a store: the name is only text, and nobody asks that server for anything.
        @Test(.proves("C-009")) func theNameOfAnExtensionChoosesNoStore() async throws {
            let store = try Self.crowdedStore()
            let server = try StoreServer(store.files)
            let name = server.address + "/"
            try await Self.withMissing(named: name) { browser, client in
                try browser.wait(for: "\(Self.dialog).innerText.includes('No store was added yet')")
                #expect(try browser.run("return \(Self.dialog).querySelector('#store-address').value") as? String == "")
                #expect(try browser.run("return \(Self.dialog).innerText.includes('127.0.0.1')") as? Bool == false)
                let link = try browser.value(pane: 0, of: "$('.row .note .link').innerText") as? String
                #expect(link?.contains(name) == true, "\(link ?? "")")
                #expect(try browser.value(pane: 0, of: "$$('.row a').length") as? Int == 0)
                // An empty field is no address.
                try browser.press(inDialog: "Add")
                try browser.press(inDialog: "Close")
                #expect((try client.call("stores.list")["stores"] as? [Any])?.isEmpty == true)
                #expect(try Self.installed(client) == [:])
                #expect(try browser.otherTabs().isEmpty)
            }
            #expect(server.requests() == [])
        }

        /// Promoted ones first, a search, all about one with its pictures and what it may ask for; then it is in the drawer, and a newer
        /// version takes its place.
        @Test func thePersonLooksAroundInstallsAndUpdates() async throws {
            let store = try PublishedStore(named: "Corner shop", prefix: "org.example.")
            let earliest = Self.day
            for (name, id) in [("Apples", "apples"), ("Pears", "pears"), ("Zebra", "zebra")] {
                let permissions =
                    id == "zebra"
                    ? #""permissions": [{"name": "camera", "reason": "To draw \"stripes\" on you"}],"#
                        + #""app": {"name": "Zoo \"Online\"", "url": "https://zoo.example.org/"},"# : ""
                let bundle = try Self.sample(named: name, id: "org.example.\(id)", permissions, in: store.folder)
                let shot = ["--screenshot", "\(bundle)/icon.png=How \(name) looks", "--changes", "Better \(name)"]
                try store.add(bundle, id == "zebra" ? shot : [])
            }
            let days = [earliest, Self.day]
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
                let built = try browser.run("return \(Self.fact("Built", in: dialog))") as? String
                #expect(days.contains(built ?? ""), "\(built ?? "")")
                let size = try browser.run("return \(Self.fact("Size", in: dialog))") as? String
                #expect(try size == Self.size(of: "org.example.zebra", in: store), "\(size ?? "")")
                try browser.judge("an extension of the store")
                try browser.press(inDialog: "Install")
                try browser.wait(for: "\(dialog).querySelector('.getting').innerText === 'Installed'")
                let entry = tool.home + "/applications/mayfly-org.example.zebra.desktop"
                #expect(FileManager.default.fileExists(atPath: entry))
                try browser.press(inDialog: "Close")
                try browser.wait(pane: 0, for: "[...$$('.tile')].some((one) => one.innerText === 'Zebra')")
                // A newer version, which may ask for more.
                let more =
                    #""permissions": [{"name": "camera", "reason": "For stripes"}, {"name": "photos", "reason": "For a herd"}],"#
                let id = "org.example.zebra"
                let newer = try Self.sample(named: "Zebra", id: id, version: "1.1.0", more, in: store.folder)
                try store.add(newer, ["--changes", "A herd of your pictures"])
                let client = try PageClient(page)
                try browser.press("Get more…")
                try browser.wait(for: "\(dialog).querySelector('.technical summary')")
                try browser.run("\(dialog).querySelector('.technical summary').click()")
                try browser.press(inDialog: "Look for news of Corner shop")
                for isLast in [false, true] {
                    try browser.press(inDialog: "Update Zebra")
                    try browser.wait(for: "\(dialog).querySelector('.getting button')?.innerText === 'Update'")
                    let asks =
                        try browser.run(
                            "return [...\(dialog).querySelectorAll('.asks li')].map((one) => one.innerText)"
                        )
                    #expect(
                        asks as? [String] == ["camera, it says: “For stripes”", "photos, it says: “For a herd”"],
                        "\(asks)"
                    )
                    let news =
                        "[...\(dialog).querySelectorAll('h3')].find((one) => one.innerText === 'What is new, by tester').nextElementSibling.innerText"
                    #expect(try browser.run("return \(news)") as? String == "A herd of your pictures")
                    #expect(try browser.run("return \(dialog).innerText.includes('Better Zebra')") as? Bool == false)
                    if isLast { continue }
                    // The person has seen it, and closes it: the former version stays.
                    try browser.press(inDialog: "Close")
                    #expect(try Self.installed(client) == [id: "1.0.0"])
                    try browser.press("Get more…")
                }
                try browser.press(inDialog: "Update")
                try browser.wait(for: "\(dialog).querySelector('.getting').innerText === 'Installed'")
                // The newer version belongs to no app.
                #expect(!FileManager.default.fileExists(atPath: entry))
                #expect(try Self.installed(client) == [id: "1.1.0"])
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

        /// The store has another version by the time of the press, which may ask for what the person has not seen.
        @Test func whatTheStoreChangesMeanwhileIsNotInstalled() async throws {
            let store = try PublishedStore(prefix: "org.example.")
            let id = "org.example.pears"
            try store.add(Self.sample(named: "Pears", id: id, in: store.folder))
            let fingerprint = try store.fingerprint()
            try await ServedPage.with(["--side-by-side", "alice"]) { page, tool in
                let added = try await tool.run("store", "add", store.files, "--fingerprint", fingerprint)
                try #require(added.status == 0, "\(added.errors)")
                let client = try PageClient(page)
                let browser = try Browser(width: 1_000, height: 800)
                try browser.open(page.address)
                func look() throws {
                    try browser.press("Extensions and this machine")
                    try browser.press(inDialog: "Get from a store…")
                    try browser.press(inDialog: "Get Pears")
                    try browser.wait(for: "\(Self.dialog).querySelector('.getting button')?.innerText === 'Install'")
                }
                try look()
                #expect(try browser.run("return \(Self.dialog).querySelector('.asks') === null") as? Bool == true)
                let asking = #""permissions": [{"name": "camera", "reason": "For a peel"}],"#
                try store.add(Self.sample(named: "Pears", id: id, version: "1.1.0", asking, in: store.folder))
                try browser.press(inDialog: "Install")
                try browser.wait(
                    for: "\(Self.dialog).querySelector('[role=alert]').innerText === arguments[0]",
                    "org.example.pears 1.1.0 may ask for camera, which was not shown"
                )
                try browser.wait(for: "\(Self.dialog).querySelector('.getting button')?.innerText === 'Install'")
                #expect(try Self.installed(client) == [:])
                #expect(try tool.state(below: ["extensions"]) == [:])
                // Shown anew, it says what it may ask for, and is installed.
                try browser.press(inDialog: "Close")
                try look()
                let asks = try browser.run("return \(Self.dialog).querySelector('.asks').innerText") as? String
                #expect(asks == "camera, it says: “For a peel”")
                try browser.press(inDialog: "Install")
                try browser.wait(for: "\(Self.dialog).querySelector('.getting').innerText === 'Installed'")
                #expect(try Self.installed(client) == [id: "1.1.0"])
            }
        }

        /// A store whose files have expired is not added, and nothing is installed from one that was added when they were new.
        @Test func fromExpiredFilesNothingIsInstalled() async throws {
            let age = Duration.seconds(30 * 86_400)
            let shop = try Shop(age: age)
            let timestamp = String(decoding: try shop.scratch.bytes("store/metadata/timestamp.json"), as: UTF8.self)
            let day = try #require(timestamp.firstMatch(of: #/"expires":"(\d{4}-\d\d-\d\d)T/#)?.1)
            let sentence =
                "the timestamp of \(shop.server.address) expired on \(day): nothing new is installed; installed extensions run on"
            try await ServedPage.with(["--side-by-side", "alice"]) { page, tool in
                let browser = try Browser(width: 1_000, height: 800)
                try browser.open(page.address)
                func look() throws {
                    try browser.press("Extensions and this machine")
                    try browser.press(inDialog: "Get from a store…")
                }
                let trouble = "\(Self.dialog).querySelector('[role=alert]').innerText"
                try look()
                try browser.wait(for: "\(Self.dialog).querySelector('#store-address')")
                try browser.run(
                    "\(Self.dialog).querySelector('#store-address').value = arguments[0]",
                    shop.server.address
                )
                try browser.press(inDialog: "Add")
                try browser.press(inDialog: "It is the same: add the store")
                try browser.wait(for: "\(trouble) === arguments[0]", sentence)
                #expect(try tool.state().isEmpty)
                try browser.press(inDialog: "Close")
                try await OwnThread.run {
                    let then = Date().timeIntervalSince1970 - Double(age.components.seconds)
                    let stores = Stores(home: tool.home, fetchProgram: Bundle.main.bundlePath + "/mayfly-fetch") {
                        Timestamp(rawValue: Int64(then * 1_000))
                    }
                    _ = try stores.add(stores.introduce(StoreAddress(shop.server.address)))
                }
                try look()
                // The store itself says so, and so does the press.
                try browser.wait(
                    for: "\(Self.dialog).querySelector('.technical .bad')?.textContent === arguments[0]",
                    sentence
                )
                try browser.press(inDialog: "Get Shop Tally")
                try browser.press(inDialog: "Install")
                try browser.wait(for: "\(trouble) === arguments[0]", sentence)
                try browser.wait(for: "\(Self.dialog).querySelector('.getting button')?.innerText === 'Install'")
                #expect(try tool.state(below: ["extensions"]) == [:])
                let all = try PageClient(page).call("extensions.list")["extensions"] as? [[String: Any]]
                #expect(all?.contains { $0["id"] as? String == Shop.id } == false)
            }
        }

        /// Today, as the commands for publishers write it.
        private static var day: String { String(Date().ISO8601Format().prefix(10)) }

        /// What the page says of the size of an offer: that of the archive in the store, and those of the files of its bundle.
        private static func size(of id: String, in store: PublishedStore) throws -> String {
            func sizes(below folder: String, _ isWanted: (String) -> Bool = { _ in true }) throws -> Int {
                try FileManager.default.subpathsOfDirectory(atPath: folder).filter(isWanted).reduce(0) { sum, path in
                    let facts = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(path)")
                    return sum + (facts[.type] as? FileAttributeType == .typeRegular ? facts[.size] as? Int ?? 0 : 0)
                }
            }
            func shown(_ bytes: Int) -> String {
                bytes < 1_000_000
                    ? String(format: "%.0f kB", Double(bytes) / 1_000)
                    : String(format: "%.1f MB", Double(bytes) / 1_000_000)
            }
            let archive = try sizes(below: "\(store.files)/targets/\(id)") { $0.hasSuffix("bundle.tar") }
            let files = try sizes(below: store.folder.at("\(id)-1.0.0.mayfly"))
            return "\(shown(archive)) to fetch, \(shown(files)) installed"
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
                // The same key again counts when it can be meant for this button.
                try browser.wait(for: "!document.querySelector('.getting [data-held]')")
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
            let bundle = folder.at("\(id)-\(version).mayfly")
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
              && !('held' in one.dataset) && (one.getAttribute('aria-label') ?? one.textContent) === arguments[0])
            """
        try wait(for: "(\(button).click(), true)", words)
    }
}
