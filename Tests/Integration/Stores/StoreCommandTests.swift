import Foundation
import MayflyModel
import MayflyRepository
import MayflyTestSupport
import Testing

/// `mayfly store` as a person uses it.
@Suite struct StoreCommandTests {
    private func run(_ tool: Tool, at terminal: [String], answering answer: String) async throws -> (
        text: String, status: Int32
    ) {
        try await OwnThread.run {
            let terminal = try TerminalProcess(home: tool.home, folders: "", columns: 200, terminal)
            try terminal.waitFor("[y/N] ")
            try terminal.enter(answer + "\n")
            return (terminal.drain() + terminal.allOutput, terminal.finish())
        }
    }

    /// Bytes of the archive of a version as it is served, and of the files of its bundle.
    private func sizes(of version: String, in shop: Shop) throws -> (archive: Int, unpacked: Int) {
        let folder = "\(shop.path)/targets/\(Shop.id)/\(version)"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        let name = try #require(names.first { $0.hasSuffix(".bundle.tar") })
        let archive = try Data(contentsOf: URL(filePath: "\(folder)/\(name)")).count
        let files = try #require(InstalledFiles(in: shop.scratch.at("bundles/\(Shop.id)-\(version).mayfly")))
        return (archive, files.contents.values.reduce(0) { $0 + $1.count })
    }

    /// Some MiB, fewer than ten.
    private static func mebibytes(_ bytes: Int) -> String { String(format: "%.1f MiB", Double(bytes) / 1_048_576) }

    // MARK: Stores

    @Test func aStoreIsAddedByItsFingerprint() async throws {
        let shop = try Shop()
        try await Tool.with { tool in
            let fingerprint = try shop.fingerprint
            let wrong = String(repeating: "0", count: 64)
            let refused = try await tool.run("store", "add", shop.server.address, "--fingerprint", wrong)
            #expect(refused.status == 1)
            #expect(
                refused.errors
                    == "mayfly: \(shop.server.address): its root has the fingerprint \(fingerprint), and not the one that was given\n"
            )
            // Nobody can be asked.
            let unasked = try await tool.run("store", "add", shop.server.address)
            #expect(unasked.status == 1 && unasked.output.contains(fingerprint))
            #expect(unasked.errors.contains("repeat the command with --fingerprint \(fingerprint)"))
            #expect(try tool.state().isEmpty)
            let added = try await tool.run(
                "store",
                "add",
                shop.server.address + "/",
                "--fingerprint",
                fingerprint.uppercased()
            )
            #expect(added.status == 0 && added.output == "added The Shop with 1 extension\n", "\(added.errors)")
            let twice = try await tool.run("store", "add", shop.server.address, "--fingerprint", fingerprint)
            #expect(twice.status == 1 && twice.errors == "mayfly: the store \(shop.server.address) was added before\n")
        }
    }

    @Test func aPersonIsAskedForTheFingerprint() async throws {
        let shop = try Shop()
        try await Tool.with { tool in
            let no = try await run(tool, at: ["store", "add", shop.server.address], answering: "n")
            #expect(no.status == 1 && no.text.contains("nothing was changed"))
            #expect(try no.text.contains(shop.fingerprint))
            #expect(try tool.state().isEmpty)
            let yes = try await run(tool, at: ["store", "add", shop.server.address], answering: "y")
            #expect(yes.status == 0 && yes.text.contains("added The Shop with 1 extension"))
        }
    }

    @Test(arguments: [
        ("", "not empty"), ("ftp://x", "such as https://store.example.org"),
        ("http://", "such as https://store.example.org"),
        ("https://me:pass@example.org", "without a name, a query or a fragment"),
        ("https://example.org?x=1", "without a name, a query or a fragment"), ("http://a b", "without blanks"),
    ])
    func whatIsNoAddressIsRefused(address: String, reason: String) async throws {
        try await Tool.with { tool in
            let outcome = try await tool.run("store", "add", address)
            #expect(outcome.status == 1 && outcome.errors.contains(reason), "\(outcome.errors)")
        }
    }

    @Test func aFolderThatIsNoStoreIsNamed() async throws {
        let scratch = try ScratchFolder()
        try await Tool.with { tool in
            let empty = try await tool.run("store", "add", scratch.path)
            #expect(
                empty.status == 1
                    && empty.errors == "mayfly: \(scratch.path): has no file metadata/1.root.json; is it a store?\n"
            )
            let missing = try await tool.run("store", "add", scratch.at("none"))
            #expect(missing.status == 1 && missing.errors == "mayfly: \(scratch.at("none")): there is no such folder\n")
        }
    }

    /// Also without a server: a folder of this machine, such as a stick.
    @Test func aFolderIsAStore() async throws {
        let shop = try Shop()
        try await Tool.with { tool in
            let added = try await tool.run("store", "add", shop.path, "--fingerprint", shop.fingerprint)
            #expect(added.status == 0, "\(added.errors)")
            #expect(try await tool.run("store", "install", Shop.id).status == 0)
            #expect(shop.server.requests().isEmpty)
            #expect(try await tool.installedVersion() == "1.0.0")
        }
    }

    @Test func whatWasFetchedIsShownWithoutItsServer() async throws {
        let shop = try Shop(permissions: ["camera"])
        let day = Timestamp(rawValue: 1_772_532_000_000)
        try shop.publish("1.1.0", permissions: ["camera"], more: 3 << 20, changes: "Counts down", built: day)
        try shop.publish("0.9.0", of: "org.shop.zebra")
        let zebra = try #require(ExtensionID(rawValue: "org.shop.zebra"))
        try shop.folder().promote([zebra])
        try shop.sign()
        try await Tool.with { tool in
            try await shop.add(to: tool)
            shop.server.end()
            let list = try await tool.run("store", "list")
            #expect(list.status == 0 && list.errors.isEmpty)
            #expect(list.lines.first == "The Shop (\(shop.server.address))")
            // Promoted ones first.
            #expect(list.lines.dropFirst(2).map { $0.contains(zebra.rawValue) } == [true, false])
            let found = try await tool.run("store", "search", "shop", "TALLY", "--json").events()
            #expect(found.compactMap { $0["id"] as? String }.sorted() == [Shop.id, zebra.rawValue])
            let none = try await tool.run("store", "search", "tally", "horse")
            #expect(none.status == 0 && none.output == "nothing has 'tally' and 'horse'\n")
            let show = try await tool.run("store", "show", Shop.id)
            #expect(show.status == 0 && show.output.contains("camera; it says: \u{201C}We need camera\u{201D}"))
            #expect(show.output.contains("not installed"))
            // How large it is and how old, before anything of it is fetched.
            #expect(!shop.server.requests().contains { $0.contains("bundle.tar") })
            let (archive, unpacked) = try sizes(of: "1.1.0", in: shop)
            let size = "size:        \(Self.mebibytes(archive)) to fetch, \(Self.mebibytes(unpacked)) installed"
            #expect(show.lines.contains(size) && show.lines.contains("built:       2026-03-03"), "\(show.output)")
            #expect(show.output.hasSuffix("\nwhat is new:\n  | Counts down\n"), "\(show.output)")
            let told = try #require(try await tool.run("store", "show", Shop.id, "--json").events().first)
            #expect(told["size"] as? Int == archive && told["unpacked"] as? Int == unpacked, "\(told)")
            #expect(told["built"] as? String == "2026-03-03" && told["changes"] as? String == "Counts down")
            let former = try await tool.run("store", "show", "\(Shop.id)@1.0.0", "--json").events().first
            #expect(try former?["size"] as? Int == sizes(of: "1.0.0", in: shop).archive)
            #expect(former?["changes"] as? String == "")
            let unknown = try await tool.run("store", "show", "org.shop.none")
            #expect(unknown.status == 1 && unknown.errors == "mayfly: no store has org.shop.none\n")
            // And nothing new is there.
            let update = try await tool.run("store", "update")
            #expect(update.status == 1 && update.errors.contains(shop.server.address))
            #expect(!update.output.contains("up to date"))
        }
    }

    /// Without a network all is there but what is new.
    @Test func withoutItsServerWhatIsInstalledRunsOn() async throws {
        let shop = try Shop()
        try shop.publish("1.1.0")
        try shop.publish("0.9.0", of: "org.shop.zebra")
        try await Tool.with { tool in
            try await tool.setUp()
            try await shop.add(to: tool)
            for version in ["1.0.0", "1.1.0"] {
                #expect(try await tool.run("store", "install", "\(Shop.id)@\(version)").status == 0)
            }
            try shop.publish("2.0.0")
            #expect(try await tool.run("store", "update").output == "\(Shop.id) 1.1.0 can be updated to 2.0.0\n")
            shop.server.end()

            let list = try await tool.run("store", "list")
            #expect(list.status == 0 && list.errors.isEmpty && list.output.contains("2.0.0"), "\(list.errors)")
            let search = try await tool.run("store", "search", "zebra")
            #expect(search.status == 0 && search.errors.isEmpty && search.output.contains("org.shop.zebra"))
            let show = try await tool.run("store", "show", Shop.id)
            #expect(show.status == 0 && show.errors.isEmpty && show.output.contains("1.1.0"), "\(show.output)")

            // What was not fetched is not there: the server and its file are named.
            let before = try tool.state()
            for wanted in ["\(Shop.id)@2.0.0", "org.shop.zebra"] {
                let install = try await tool.run("store", "install", wanted)
                #expect(install.status == 1 && install.output.isEmpty, "\(wanted)")
                let lines = install.errors.split(separator: "\n").map(String.init)
                let id = wanted.prefix { $0 != "@" }
                #expect(lines.count == 2, "\(install.errors)")
                #expect(lines.first?.hasPrefix("mayfly: warning: \(shop.server.address)/metadata/") == true)
                #expect(lines.last?.hasPrefix("mayfly: \(shop.server.address)/targets/\(id)/") == true)
                for line in lines {
                    #expect(line.contains("ailed to connect") || line.contains("ouldn't connect"), "\(line)")
                }
            }
            #expect(try tool.state() == before)
            try await tool.expectLaunch()
            let back = try await tool.run("store", "rollback", Shop.id)
            #expect(back.output == "\(Shop.id) is at 1.0.0 again\n" && back.errors.isEmpty, "\(back.errors)")
            #expect(try await tool.installedVersion() == "1.0.0")
            try await tool.expectLaunch()
        }
    }

    @Test func withoutAStoreACommandSaysHowToAddOne() async throws {
        try await Tool.with { tool in
            let list = try await tool.run("store", "list")
            #expect(list.status == 0 && list.output == "no stores; add one with 'mayfly store add ADDRESS'\n")
            for command in [["search", "x"], ["show", Shop.id], ["install", Shop.id], ["update"]] {
                let outcome = try await tool.run(all: ["store"] + command)
                #expect(outcome.status == 1)
                #expect(outcome.errors == "mayfly: there is no store; add one with 'mayfly store add ADDRESS'\n")
            }
        }
    }

    @Test func aStoreThatCannotBeReadIsNamedAndCanBeRemoved() async throws {
        let shop = try Shop()
        try await Tool.with { tool in
            try await shop.add(to: tool)
            try tool.damageStore()
            let list = try await tool.run("store", "list")
            #expect(list.status == 0 && list.output.isEmpty)
            #expect(list.errors.hasPrefix("mayfly: warning: \(shop.server.address): root.json: "), "\(list.errors)")
            let search = try await tool.run("store", "search", "tally")
            let advice = "remove one with 'mayfly store remove \(shop.server.address)', and add it again"
            #expect(search.status == 1 && search.errors.hasSuffix("mayfly: no store can be read; \(advice)\n"))
            #expect(try await tool.run("store", "remove", shop.server.address).status == 0)
            try await shop.add(to: tool)
            #expect(try await tool.run("store", "search", "tally").output.contains(Shop.id))
        }
    }

    @Test func aStoreThatWasNotAddedIsNamed() async throws {
        let shop = try Shop()
        try await Tool.with { tool in
            try await shop.add(to: tool)
            let here = FileManager.default.currentDirectoryPath
            let unknown = [("https://example.org/", "https://example.org"), ("nope", here + "/nope")]
            for (address, name) in unknown {
                for command in ["install", "show"] {
                    let outcome = try await tool.run("store", command, Shop.id, "--from", address)
                    #expect(outcome.status == 1 && outcome.output.isEmpty, "\(command)")
                    #expect(outcome.errors == "mayfly: there is no store \(name); see 'mayfly store list'\n")
                }
            }
            // One that is there is found by all forms of its address.
            let show = try await tool.run("store", "show", Shop.id, "--from", shop.server.address + "/")
            #expect(show.status == 0 && show.output.hasPrefix("Shop Tally 1.0.0\n"), "\(show.errors)")
            let none = try await tool.run("store", "show", "org.shop.none", "--from", shop.server.address)
            #expect(none.errors == "mayfly: \(shop.server.address) does not have org.shop.none\n")
        }
    }

    @Test func aRemovedStoreLeavesWhatWasInstalled() async throws {
        let shop = try Shop()
        try await Tool.with { tool in
            try await tool.setUp()
            try await shop.install(with: tool)
            let unknown = try await tool.run("store", "remove", "https://example.org")
            #expect(
                unknown.status == 1
                    && unknown.errors == "mayfly: there is no store https://example.org; see 'mayfly store list'\n"
            )
            #expect(try await tool.run("store", "remove", shop.server.address).status == 0)
            #expect(try tool.state(below: ["stores"]).isEmpty)
            try await tool.expectLaunch()
        }
    }

    // MARK: Extensions

    /// Nobody gets an older version, or the extension of somebody else, without saying so.
    @Test func whatIsInstalledIsReplacedOnlyByWhatIsMeant() async throws {
        let shop = try Shop()
        try await Tool.with { tool in
            try await shop.add(to: tool)
            let own = try shop.bundle("3.0.0")
            #expect(try await tool.run("install", own).status == 0)
            let other = try await tool.run("store", "install", Shop.id)
            #expect(other.status == 1 && other.errors.contains("was not installed from"), "\(other.errors)")
            let older = try await tool.run("store", "install", Shop.id, "--from", shop.server.address)
            #expect(older.status == 1 && older.errors.contains("3.0.0 is installed, which is newer than 1.0.0"))
            #expect(try await tool.installedVersion() == "3.0.0")
            let meant = try await tool.run("store", "install", "\(Shop.id)@1.0.0", "--from", shop.server.address)
            #expect(meant.status == 0, "\(meant.errors)")
            #expect(try await tool.installedVersion() == "1.0.0")
        }
    }

    @Test func aVersionIsInstalledUpdatedRolledBackAndRemoved() async throws {
        let shop = try Shop()
        try shop.publish("1.1.0")
        try await Tool.with { tool in
            try await tool.setUp()
            try await shop.add(to: tool)
            let old = try await tool.run("store", "install", "\(Shop.id)@1.0.0")
            #expect(old.status == 0 && old.output == "installed \(Shop.id) 1.0.0 from The Shop\n", "\(old.errors)")
            #expect(try await tool.installedVersion() == "1.0.0")
            try await tool.expectLaunch()
            try shop.publish("1.2.0")
            let told = try await tool.run("store", "update")
            #expect(told.status == 0 && told.output == "\(Shop.id) 1.0.0 can be updated to 1.2.0\n")
            #expect(try await tool.installedVersion() == "1.0.0")
            #expect(try await tool.run("store", "update", Shop.id).output == "updated \(Shop.id) to 1.2.0\n")
            #expect(try await tool.run("store", "update", "--all").output == "everything is up to date\n")
            try await tool.expectLaunch()
            let back = try await tool.run("store", "rollback", Shop.id)
            #expect(back.status == 0 && back.output == "\(Shop.id) is at 1.0.0 again\n")
            try await tool.expectLaunch()
            #expect(try await tool.run("store", "remove", Shop.id).output == "uninstalled \(Shop.id)\n")
            #expect(try await tool.installedVersion() == nil)
            #expect(try tool.state(below: ["extensions"]).isEmpty)
        }
    }

    @Test(arguments: [
        ("org.shop.tally@9.9.9", "no store has org.shop.tally 9.9.9"),
        ("org.shop.tally@new", "'new' is no version such as 1.2.0"),
        ("no id", "'no id' is no id of an extension"),
    ])
    func whatIsNotOfferedIsNamed(wanted: String, expected: String) async throws {
        let shop = try Shop()
        try await Tool.with { tool in
            try await shop.add(to: tool)
            let outcome = try await tool.run("store", "install", wanted)
            #expect(outcome.status == 1 && outcome.errors.contains(expected), "\(outcome.errors)")
        }
    }

    @Test func newPermissionsAreAskedForAgain() async throws {
        let shop = try Shop(permissions: ["camera"])
        try await Tool.with { tool in
            try await shop.add(to: tool)
            let unasked = try await tool.run("store", "install", Shop.id)
            #expect(unasked.status == 1)
            #expect(
                unasked.errors == "mayfly: \(Shop.id) may ask for camera; repeat the command with --yes to install it\n"
            )
            let no = try await run(tool, at: ["store", "install", Shop.id], answering: "")
            #expect(no.status == 1 && no.text.contains("We need camera"))
            #expect(try await tool.installedVersion() == nil)
            let yes = try await run(tool, at: ["store", "install", Shop.id], answering: "yes")
            #expect(yes.status == 0, "\(yes.text)")
            // What the person has seen is not asked for again.
            try shop.publish("1.1.0", permissions: ["camera"])
            #expect(try await tool.run("store", "update", Shop.id).status == 0)
            try shop.publish("1.2.0", permissions: ["camera", "photos"])
            let more = try await tool.run("store", "update", Shop.id)
            #expect(more.status == 1 && more.errors.contains("may ask for photos; repeat"), "\(more.errors)")
            #expect(!more.output.contains("camera"))
            #expect(try await tool.installedVersion() == "1.1.0")
            let asked = try await run(tool, at: ["store", "update", Shop.id], answering: "y")
            #expect(asked.status == 0 && asked.text.contains("photos"))
            #expect(try await tool.installedVersion() == "1.2.0")
        }
    }

    /// Publishes a version that asks for the camera for this reason.
    private func publish(_ version: String, because reason: String, in shop: Shop) throws {
        let bundle = try shop.bundle(version, permissions: ["camera"])
        let manifest = "bundles/\(Shop.id)-\(version).mayfly/manifest.json"
        let text = String(decoding: try shop.scratch.bytes(manifest), as: UTF8.self)
        try shop.scratch.write(text.replacing("We need camera", with: reason), to: manifest)
        _ = try shop.folder().add(
            bundleAt: bundle,
            notes: OfferNotes(),
            built: Timestamp(rawValue: Int64(Date().timeIntervalSince1970 * 1000))
        )
        try shop.sign()
    }

    /// What a permission is for is what the person has agreed to.
    @Test func anotherReasonIsShownAndAskedForAgain() async throws {
        let shop = try Shop(permissions: ["camera"])
        try await Tool.with { tool in
            try await shop.install(with: tool)
            try publish("1.1.0", because: "We need camera", in: shop)
            let same = try await tool.run("store", "update", Shop.id)
            #expect(same.status == 0 && same.output == "updated \(Shop.id) to 1.1.0\n", "\(same.errors)")
            try publish("1.2.0", because: "We sell what you show", in: shop)
            let shown = "Shop Tally 1.2.0 may ask you for:\n  camera; it says: \u{201C}We sell what you show\u{201D}; "
            let former = "until now it said: \u{201C}We need camera\u{201D}\n"
            for wanted in [Shop.id, "--all"] {
                let unasked = try await tool.run("store", "update", wanted)
                #expect(unasked.status == 1 && unasked.output == shown + former, "\(unasked.output)")
                #expect(
                    unasked.errors
                        == "mayfly: \(Shop.id) may ask for camera for another reason; repeat the command with --yes to install it\n"
                )
            }
            let no = try await run(tool, at: ["store", "update", Shop.id], answering: "n")
            #expect(no.status == 1 && no.text.contains("We sell what you show"), "\(no.text)")
            #expect(try await tool.installedVersion() == "1.1.0")
            let yes = try await run(tool, at: ["store", "update", Shop.id], answering: "y")
            #expect(yes.status == 0 && yes.text.contains("We sell what you show"), "\(yes.text)")
            #expect(try await tool.installedVersion() == "1.2.0")
            // With the former version, what the person saw of that one counts.
            #expect(try await tool.run("store", "rollback", Shop.id).output == "\(Shop.id) is at 1.1.0 again\n")
            #expect(try await tool.run("store", "update", Shop.id).output == shown + former)
            try publish("1.3.0", because: "We need camera", in: shop)
            #expect(try await tool.run("store", "update", Shop.id).output == "updated \(Shop.id) to 1.3.0\n")
        }
    }

    /// Records that were written before reasons were kept.
    @Test func aReasonThatWasNotKeptIsShownOnceMore() async throws {
        let shop = try Shop(permissions: ["camera"])
        try await Tool.with { tool in
            try await shop.install(with: tool)
            let names = try FileManager.default.subpathsOfDirectory(atPath: tool.home)
            let record = "\(tool.home)/\(try #require(names.first { $0.hasSuffix(".notes") }))"
            let text = try String(contentsOfFile: record, encoding: .utf8)
            let older = text.replacing(#""reasons":["We need camera"],"#, with: "")
            try #require(older != text)
            try Data(older.utf8).write(to: URL(filePath: record))
            try shop.publish("1.1.0", permissions: ["camera"])
            let unasked = try await tool.run("store", "update", Shop.id)
            #expect(unasked.status == 1)
            #expect(
                unasked.output
                    == "Shop Tally 1.1.0 may ask you for:\n  camera; it says: \u{201C}We need camera\u{201D}\n"
            )
            #expect(try await tool.run("store", "update", Shop.id, "--yes").status == 0)
            try shop.publish("1.2.0", permissions: ["camera"])
            #expect(try await tool.run("store", "update", Shop.id).output == "updated \(Shop.id) to 1.2.0\n")
        }
    }

    /// An app in the menu of the desktop is shown before it is there.
    @Test func aNewAppIsAskedFor() async throws {
        let shop = try Shop()
        try await Tool.with { tool in
            try await shop.add(to: tool)
            #expect(try await tool.run("store", "install", Shop.id).status == 0)
            let app = ["name": "Firefox", "url": "https://shop.example.org/app"]
            try shop.publish("1.1.0", app: app)
            let unasked = try await tool.run("store", "update", Shop.id)
            #expect(
                unasked.status == 1 && unasked.errors.contains("repeat the command with --yes"),
                "\(unasked.errors)"
            )
            #expect(unasked.output.contains("Firefox") && unasked.output.contains("https://shop.example.org/app"))
            #expect(try await tool.installedVersion() == "1.0.0")
            #expect(try await tool.run("store", "update", Shop.id, "--yes").status == 0)
            // What the person has seen is not asked for again, another address is.
            try shop.publish("1.2.0", app: app)
            #expect(try await tool.run("store", "update", Shop.id).status == 0)
            try shop.publish("1.3.0", app: ["name": "Firefox", "url": "https://other.example.org/"])
            #expect(try await tool.run("store", "update", Shop.id).status == 1)
            #expect(try await tool.installedVersion() == "1.2.0")
        }
    }

    @Test func oneThatFailsHoldsUpNoOther() async throws {
        let shop = try Shop()
        let ids = ["org.shop.a", "org.shop.b", "org.shop.c"]
        for id in ids { try shop.stage("1.0.0", of: id) }
        try shop.sign()
        try await Tool.with { tool in
            try await shop.add(to: tool)
            for id in ids { #expect(try await tool.run("store", "install", id).status == 0) }
            for id in ids { try shop.stage("2.0.0", of: id, permissions: id == "org.shop.c" ? ["camera"] : []) }
            try shop.sign()
            try shop.server.misbehave(.init("org.shop.b/2.0.0", "change"))
            let update = try await tool.run("store", "update", "--all")
            #expect(update.status == 1)
            #expect(update.errors.contains("org.shop.b/2.0.0/bundle.tar: its SHA-256 must be "))
            #expect(update.errors.contains("org.shop.c may ask for camera"))
            var versions: [String?] = []
            for id in ids { versions.append(try await tool.installedVersion(id)) }
            #expect(versions == ["2.0.0", "1.0.0", "1.0.0"])
            // A no to one question is a no to that one.
            try shop.server.misbehave()
            let no = try await run(tool, at: ["store", "update", "--all"], answering: "n")
            #expect(no.status == 1 && no.text.contains("updated org.shop.b to 2.0.0"))
            #expect(try await tool.installedVersion("org.shop.c") == "1.0.0")
        }
    }

    /// An update comes from the store and publisher of the installed version, and from nobody else.
    @Test func anotherStoreCannotUpdateIt() async throws {
        let (shop, other) = (try Shop(), try Shop())
        try other.publish("7.0.0")
        try await Tool.with { tool in
            try await shop.install(with: tool)
            try await other.add(to: tool)
            #expect(try await tool.run("store", "update", "--all").output == "everything is up to date\n")
            #expect(try await tool.run("store", "update", Shop.id).output == "everything is up to date\n")
            #expect(try await tool.run("store", "install", Shop.id).output.contains("1.0.0"))
            #expect(try await tool.run("store", "install", "\(Shop.id)@7.0.0").status == 1)
            // The person can.
            let chosen = try await tool.run("store", "install", Shop.id, "--from", other.server.address)
            #expect(chosen.status == 0 && chosen.output.contains("7.0.0"), "\(chosen.errors)")
        }
    }

    // MARK: Progress and Ctrl-C

    @Test func aTerminalShowsTheProgress() async throws {
        let shop = try Shop()
        try shop.publish("2.0.0", more: 3 * 1024 * 1024)
        try await Tool.with { tool in
            try await shop.add(to: tool)
            let text = try await OwnThread.run {
                let terminal = try TerminalProcess(
                    home: tool.home,
                    folders: "",
                    columns: 100,
                    ["store", "install", Shop.id]
                )
                try terminal.waitFor("fetching \(Shop.id) 2.0.0: ")
                try terminal.waitFor("100 % of 3.")
                try terminal.waitFor("installed \(Shop.id) 2.0.0")
                _ = terminal.drain()
                #expect(terminal.finish() == 0)
                return terminal.allOutput
            }
            // The row is removed again, and a pipe gets none.
            #expect(text.contains("\r\u{1B}[K"))
            let piped = try await tool.run("store", "install", "\(Shop.id)@1.0.0")
            #expect(piped.errors.isEmpty && piped.output == "installed \(Shop.id) 1.0.0 from The Shop\n")
        }
    }

    /// Of a file that comes slowly, each step is shown when it is there.
    @Test func theProgressGrowsWithWhatHasCome() async throws {
        let shop = try Shop()
        try shop.publish("2.0.0", more: 3 * 1024 * 1024)
        try await Tool.with { tool in
            try await shop.add(to: tool)
            let steps = try shop.server.step("2.0.0/bundle.tar")
            try await OwnThread.run {
                let terminal = try TerminalProcess(
                    home: tool.home,
                    folders: "",
                    columns: 100,
                    ["store", "install", Shop.id]
                )
                // Another row in its place, each time.
                let row = "\r\u{1B}[Kfetching \(Shop.id) 2.0.0: "
                for percent in [30, 60] {
                    try steps.send(upTo: percent)
                    try terminal.waitFor("\(row)\(percent) % of 3.")
                }
                #expect(try tool.state(below: ["extensions"]).keys.allSatisfy { $0.contains(".downloading-") })
                try steps.send(upTo: 100)
                let rest = try terminal.waitFor("installed \(Shop.id) 2.0.0")
                #expect(rest.contains("\(row)100 % of 3.") && rest.contains("\r\u{1B}[Kinstalled"), "\(rest)")
                _ = terminal.drain()
                #expect(terminal.finish() == 0)
            }
        }
    }

    @Test func ctrlCAnswersAQuestion() async throws {
        let shop = try Shop(permissions: ["camera"])
        try await Tool.with { tool in
            try await shop.add(to: tool)
            let status = try await OwnThread.run {
                let terminal = try TerminalProcess(home: tool.home, folders: "", ["store", "install", Shop.id])
                try terminal.waitFor("[y/N] ")
                terminal.interrupt()
                _ = terminal.drain()
                return terminal.finish()
            }
            #expect(status == 130)
            #expect(try await tool.installedVersion() == nil)
        }
    }

    /// A command that fetches for the first time is stopped while the server sends nothing more, and works later.
    @Test(arguments: ["1.root.json", "timestamp.json", "1.shop.json", "store.json"])
    func ctrlCAddsNoHalfStore(held: String) async throws {
        let shop = try Shop()
        try await Tool.with { tool in
            let arguments = ["store", "add", shop.server.address, "--fingerprint", try shop.fingerprint]
            #expect(try await interrupted(tool, arguments, while: held, of: shop) == 130)
            #expect(try tool.state().isEmpty)
            try shop.server.misbehave()
            #expect(try await tool.run(all: arguments).output == "added The Shop with 1 extension\n")
        }
    }

    @Test func ctrlCLeavesNothingOfAFirstInstall() async throws {
        let shop = try Shop()
        try await Tool.with { tool in
            try await tool.setUp()
            try await shop.add(to: tool)
            let before = try tool.state(below: ["stores"])
            let status = try await interrupted(tool, ["store", "install", Shop.id], while: "bundle.tar", of: shop)
            #expect(status == 130)
            #expect(try tool.state() == before)
            #expect(try await tool.installedVersion() == nil)
            try shop.server.misbehave()
            #expect(try await tool.run("store", "install", Shop.id).status == 0)
            try await tool.expectLaunch()
        }
    }

    /// Runs a command until the server has sent half of a file, and gives its status after Ctrl-C.
    private func interrupted(_ tool: Tool, _ arguments: [String], while held: String, of shop: Shop) async throws
        -> Int32
    {
        try shop.server.misbehave(.init(held, "hold"))
        return try await OwnThread.run {
            let terminal = try TerminalProcess(home: tool.home, folders: "", columns: 100, arguments)
            try blockUntil { shop.server.requests().contains { $0.contains(held) } }
            terminal.interrupt()
            _ = terminal.drain()
            return terminal.finish()
        }
    }

    /// The server sends a half and then nothing.
    @Test(arguments: ["2.0.0/", "timestamp.json"]) func ctrlCLeavesNothingHalf(held: String) async throws {
        let shop = try Shop()
        try await Tool.with { tool in
            try await tool.setUp()
            try await shop.install(with: tool)
            try shop.publish("2.0.0", more: 3 * 1024 * 1024)
            if held != "timestamp.json" { #expect(try await tool.run("store", "update").status == 0) }
            let before = try tool.state()
            try shop.server.misbehave(.init(held, "hold"))
            let asked = shop.server.requests().count { $0.contains(held) }
            let status = try await OwnThread.run {
                let terminal = try TerminalProcess(
                    home: tool.home,
                    folders: "",
                    columns: 100,
                    ["store", "update", Shop.id]
                )
                if held == "2.0.0/" {
                    try terminal.waitFor("fetching \(Shop.id) 2.0.0: ")
                } else {
                    try blockUntil { shop.server.requests().count { $0.contains(held) } > asked }
                }
                terminal.interrupt()
                let text = terminal.drain()
                let status = terminal.finish()
                #expect(status == 130, "\(text)")
                return status
            }
            #expect(status == 130)
            #expect(try tool.state() == before)
            try await tool.expectLaunch()
        }
    }
}
