import Foundation
import MayflyConformance
import MayflyTestSupport
import Testing

/// Extensions that belong to an app of their publisher (C-014).
@Suite struct AppsTests {
    private static let id = "org.example.tally"
    private static let app = ["name": "Tally Online", "url": "https://tally.example.org/start?from=mayfly"]

    /// A copy of Tally under another id.
    private static func bundle(
        in scratch: ScratchFolder,
        app: [String: String]? = app,
        id: String = id,
        named name: String = "Example Tally",
        version: String = "1.0.0"
    ) throws -> String {
        let path = scratch.at("\(UUID())/\(id).mayfly")
        try scratch.makeFolder(URL(filePath: path).deletingLastPathComponent().lastPathComponent)
        try FileManager.default.copyItem(atPath: Samples.tally, toPath: path)
        let file = URL(filePath: path + "/manifest.json")
        var members = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
        (members["id"], members["name"], members["version"], members["app"]) = (id, name, version, app)
        try JSONSerialization.data(withJSONObject: members).write(to: file)
        return path
    }

    /// Runs `mayfly` with only these variables.
    private static func mayfly(_ arguments: [String], _ variables: [String: String]) throws -> Program {
        let set = variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        return try Program(
            ["env", "-i", "PATH=/usr/bin:/bin", "LANG=C.UTF-8"] + set + [Bundle.main.bundlePath + "/mayfly"]
                + arguments,
            takesErrors: true
        )
    }

    private static func done(_ arguments: [String], _ variables: [String: String]) throws -> String {
        let run = try mayfly(arguments, variables)
        try #require(run.status == 0, "\(arguments): \(run.output)")
        return run.output
    }

    /// The keys of an entry, which an independent reader has judged.
    private static func keys(of entry: String) throws -> [String: String] {
        let judged = try Program(["desktop-file-validate", entry], takesErrors: true)
        #expect(judged.status == 0 && judged.output.isEmpty, "\(judged.output)")
        let reader = """
            import json, sys
            from gi.repository import GLib
            file = GLib.KeyFile()
            file.load_from_file(sys.argv[1], GLib.KeyFileFlags.NONE)
            assert file.get_groups()[0] == ["Desktop Entry"]
            print(json.dumps({key: file.get_string("Desktop Entry", key) for key in file.get_keys("Desktop Entry")[0]}))
            """
        let read = try run("/usr/bin/python3", ["-c", reader, entry])
        return try #require(try JSONSerialization.jsonObject(with: Data(read.utf8)) as? [String: String])
    }

    /// A folder with a program `xdg-open` that writes what it is given to a file.
    private static func opener(in scratch: ScratchFolder) throws -> (path: String, log: String) {
        let (folder, log) = (try scratch.makeFolder("opener"), scratch.at("opened"))
        try writeScript("#!/bin/sh\nprintf '%s|' \"$#\" \"$@\" >'\(log)'\n", to: folder + "/xdg-open")
        return (folder, log)
    }

    private static func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    @Test(.proves("C-014")) func theEntryComesAndGoesWithTheExtension() throws {
        let scratch = try ScratchFolder()
        let data = try scratch.makeFolder("data")
        let variables = ["XDG_DATA_HOME": data, "HOME": scratch.path]
        let plain = try Self.bundle(in: scratch, app: nil, id: "org.example.plain")
        #expect(try !Self.done(["install", plain], variables).contains(", with app"))
        // Without an app it is in the drawer and in stores, and nowhere else.
        #expect(!scratch.has("data/applications"))
        #expect(try Self.done(["apps"], variables) == "no extension belongs to an app\n")

        let told = try Self.done(["install", try Self.bundle(in: scratch)], variables)
        #expect(told.hasSuffix(", with app “Tally Online” at https://tally.example.org/start?from=mayfly\n"), "\(told)")
        let entry = data + "/applications/mayfly-\(Self.id).desktop"
        #expect(try scratch.names("data/applications") == ["mayfly-\(Self.id).desktop"])
        let keys = try Self.keys(of: entry)
        #expect(keys["Type"] == "Application" && keys["Name"] == "Tally Online (Example Tally)")
        #expect(keys["Comment"] == "The app of the extension Example Tally")
        #expect(keys["Exec"] == "\"\(Bundle.main.bundlePath)/mayfly\" \"apps\" \"open\" \"\(Self.id)\"")
        let icon = try #require(keys["Icon"])
        #expect(icon == data + "/mayfly/extensions/\(Self.id).mayfly/icon.png")
        #expect(FileManager.default.fileExists(atPath: icon))
        let list = try Self.done(["apps"], variables)
        #expect(
            list.contains("Tally Online") && list.contains("Example Tally") && list.contains(Self.app["url"] ?? "-")
        )
        let json = try Self.done(["apps", "--json"], variables)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: String])
        #expect(
            object == [
                "id": Self.id, "extension": "Example Tally", "name": "Tally Online", "url": Self.app["url"] ?? "",
                "entry": entry,
            ]
        )
        // An update, one without an app, and the way back.
        let renamed = ["name": "Tally 2", "url": "https://two.example.org"]
        _ = try Self.done(["install", try Self.bundle(in: scratch, app: renamed, version: "2.0.0")], variables)
        #expect(try Self.keys(of: entry)["Name"] == "Tally 2 (Example Tally)")
        #expect(try #require(Self.keys(of: entry)["Icon"]) == icon && FileManager.default.fileExists(atPath: icon))
        _ = try Self.done(["install", try Self.bundle(in: scratch, app: nil, version: "3.0.0")], variables)
        #expect(try scratch.names("data/applications") == [])
        _ = try Self.done(["store", "rollback", Self.id], variables)
        #expect(try Self.keys(of: entry)["Name"] == "Tally 2 (Example Tally)")
        // What others have put there stays.
        try scratch.write(
            "[Desktop Entry]\nType=Application\n",
            to: "data/applications/mayfly-org.example.other.desktop"
        )
        _ = try Self.done(["uninstall", Self.id], variables)
        #expect(try scratch.names("data/applications") == ["mayfly-org.example.other.desktop"])
        #expect(try Self.done(["apps"], variables) == "no extension belongs to an app\n")
    }

    @Test func theEntriesOfAnotherHomeStayInIt() throws {
        let scratch = try ScratchFolder()
        let data = try scratch.makeFolder("data")
        let home = scratch.at("an \"other\" $HOME`%f")
        let variables = ["XDG_DATA_HOME": data, "HOME": scratch.path]
        _ = try Self.done(["install", "--home", home, try Self.bundle(in: scratch)], variables)
        #expect(!scratch.has("data/applications"))
        let entry = home + "/applications/mayfly-\(Self.id).desktop"
        #expect(try Self.keys(of: entry)["Name"] == "Tally Online (Example Tally)")
        // A desktop starts the command, which opens the address.
        let (path, log) = try Self.opener(in: scratch)
        let launcher = """
            import sys
            from gi.repository import Gio
            Gio.DesktopAppInfo.new_from_filename(sys.argv[1]).launch_uris_as_manager(
                [], None, 0, None, None, lambda _, pid: print(pid))
            """
        let started = try Program(
            ["env", "PATH=\(path):/usr/bin:/bin", "/usr/bin/python3", "-c", launcher, entry],
            adding: variables,
            takesErrors: true
        )
        try #require(started.status == 0, "\(started.output)")
        try blockUntil { (try? Self.text(log))?.hasSuffix("|") == true }
        #expect(try Self.text(log) == "1|https://tally.example.org/start?from=mayfly|")
        _ = try Self.done(["uninstall", "--home", home, Self.id], variables)
        #expect(try FileManager.default.contentsOfDirectory(atPath: home + "/applications") == [])
    }

    private static let hostileNames = [
        "%F %u %c", #"a\nExec=sh"#, "$(sh) `sh` \"quoted\" 'single'", "; rm -rf /", " blank", "[Desktop Action x]",
        "ä€😀", "\u{202E}txt.exe", "#comment", "Name=other",
    ]

    @Test(arguments: hostileNames)
    func noNameAddsAKeyOrAWord(name: String) throws {
        let scratch = try ScratchFolder()
        let variables = ["MAYFLY_HOME": scratch.at("home"), "HOME": scratch.path]
        let app = ["name": name, "url": Self.app["url"] ?? ""]
        _ = try Self.done(["install", try Self.bundle(in: scratch, app: app, named: name)], variables)
        let keys = try Self.keys(of: scratch.at("home/applications/mayfly-\(Self.id).desktop"))
        #expect(
            keys.keys.sorted() == [
                "Comment", "Exec", "Icon", "Name", "Terminal", "TryExec", "Type", "X-Mayfly-Extension",
            ]
        )
        // It is written as everywhere: in one line, with what is invisible written out, and without blanks at the ends.
        let shown = ["\u{202E}txt.exe": "\\u{202E}txt.exe", " blank": "blank"][name] ?? name
        #expect(keys["Name"] == shown, "\(keys)")
        #expect(keys["Comment"] == "The app of the extension \(shown)")
        let home = scratch.at("home")
        #expect(
            keys["Exec"]
                == "\"\(Bundle.main.bundlePath)/mayfly\" \"apps\" \"open\" \"--home\" \"\(home)\" \"\(Self.id)\""
        )
    }

    @Test(.proves("C-014")) func anAppIsOpenedByThePerson() async throws {
        let scratch = try ScratchFolder()
        let (path, log) = try Self.opener(in: scratch)
        let home = scratch.at("home")
        let variables = ["MAYFLY_HOME": home, "HOME": scratch.path, "PATH": "\(path):/usr/bin:/bin"]
        _ = try Self.done(["install", try Self.bundle(in: scratch)], variables)
        _ = try Self.done(["install", try Self.bundle(in: scratch, app: nil, id: "org.example.plain")], variables)
        for (answer, opened) in [("n", false), ("", false), ("y", true)] {
            let output = try await OwnThread.run {
                let terminal = try TerminalProcess(
                    home: home,
                    folders: "",
                    adding: variables,
                    columns: 120,
                    ["apps", "open", Self.id]
                )
                let asked = try terminal.waitFor("Open this address? [y/N] ")
                try terminal.enter(answer + "\n")
                let rest = terminal.drain()
                #expect(terminal.finish() == (opened ? 0 : 1))
                return asked + rest
            }
            #expect(output.contains("Tally Online") && output.contains("https://tally.example.org/start?from=mayfly"))
            #expect(output.contains("nothing was opened") != opened)
            #expect(FileManager.default.fileExists(atPath: log) == opened)
        }
        #expect(try Self.text(log) == "1|https://tally.example.org/start?from=mayfly|")
        let none = try Self.mayfly(["apps", "open", "org.example.plain"], variables)
        #expect(none.status == 1 && none.output == "mayfly: the extension org.example.plain belongs to no app\n")
        let unknown = try Self.mayfly(["apps", "open", "org.example.nobody"], variables)
        #expect(unknown.status == 1 && unknown.output.contains("org.example.nobody"))
        let empty = try scratch.makeFolder("empty")
        let noBrowser = try Self.mayfly(["apps", "open", Self.id], variables.merging(["PATH": empty]) { $1 })
        #expect(noBrowser.status == 1 && noBrowser.output.contains("the address is https://tally.example.org/start"))
    }

    @Test(.proves("C-014")) func aStoreTellsTheAppAndItsCommandsKeepTheEntry() async throws {
        let store = try PublishedStore(prefix: "org.example.")
        try store.add(try Self.bundle(in: store.folder))
        let scratch = try ScratchFolder()
        let variables = ["MAYFLY_HOME": scratch.at("home"), "HOME": scratch.path]
        func done(_ arguments: String...) throws -> String { try Self.done(["store"] + arguments, variables) }
        _ = try done("add", store.files, "--fingerprint", try store.fingerprint())
        let shown = try done("show", Self.id)
        #expect(shown.contains("app “Tally Online” at https://tally.example.org/start?from=mayfly"), "\(shown)")
        let json = try done("show", Self.id, "--json")
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        #expect(object["app"] as? [String: String] == Self.app)
        #expect(try done("install", Self.id, "--yes").hasSuffix("?from=mayfly\n"))
        let entry = scratch.at("home/applications/mayfly-\(Self.id).desktop")
        #expect(try Self.keys(of: entry)["Name"] == "Tally Online (Example Tally)")
        let renamed = ["name": "Tally 2", "url": "https://two.example.org"]
        try store.add(try Self.bundle(in: store.folder, app: renamed, version: "2.0.0"))
        _ = try done("update", "--all", "--yes")
        #expect(try Self.keys(of: entry)["Name"] == "Tally 2 (Example Tally)")
        _ = try done("rollback", Self.id)
        #expect(try Self.keys(of: entry)["Name"] == "Tally Online (Example Tally)")
        _ = try done("remove", Self.id)
        #expect(try scratch.names("home/applications") == [])
    }
}
