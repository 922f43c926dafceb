import Foundation
import MayflyConformance
import MayflyModel
import MayflyTestSupport
import Testing

/// A person at a terminal of a desktop gives pictures by its portals: the real `mayfly`, a real plugin and a real bus.
@Suite struct PortalTests {
    private static let id = "test.mayfly.services"
    private static let nothing = "file=0 size=none first=0000"

    private static func bundle(reason: String? = nil) throws -> String {
        let permissions = ["camera", "photos"].map { ["name": $0, "reason": reason ?? "For \($0)"] }
        return try PluginWorkshop.bundle("services", manifest: ["permissions": permissions])
    }

    /// Has the plugin ask by a button at a terminal, where the person allows it, and gives `body` the terminal.
    private static func ask(
        _ button: String,
        in variables: [String: String],
        isAsked: Bool = true,
        _ body: @escaping @Sendable (TerminalProcess) throws -> Void,
        afterwards look: @Sendable (_ home: String) throws -> Void = { _ in }
    ) async throws {
        try await Tool.with(bundles: [try bundle()]) { tool in
            try await tool.setUp()
            try await OwnThread.run {
                let arguments = ["launch", id, "--conversation", "chat", "--as", "alice", "--json"]
                let terminal = try TerminalProcess(
                    home: tool.home,
                    folders: tool.path,
                    adding: variables,
                    arguments
                )
                try terminal.enter("tap \(button)\n")
                if isAsked {
                    try terminal.waitFor("\"event\":\"question\"")
                    try terminal.enter("answer once\n")
                }
                if isAsked, button == "camera" { try terminal.waitFor("\"event\":\"pictureRequest\"") }
                try body(terminal)
            }
            try look(tool.home)
        }
    }

    /// Waits for what the plugin was told, ends the session, and gives all of its output.
    private static func told(_ told: String, at terminal: TerminalProcess) throws {
        let output = try terminal.waitFor("photo 0 file=", "photo 1016 file=", "camera 0 file=", "camera 1016 file=")
        let rest = try terminal.waitFor("\"")
        #expect((output.suffix(told.count) + rest).contains(told), "\(output.suffix(200))\(rest)")
        #expect(try terminal.quit(byKey: true) == 0)
    }

    /// A folder with what a person could choose.
    private static func files() throws -> ScratchFolder {
        let scratch = try ScratchFolder()
        let photo = try Data(contentsOf: Checkout.folder.appending(path: "Plugins/Tally/icon.png"))
        try scratch.write(Array(photo), to: "my photo.png")
        try scratch.write("no picture", to: "text.png")
        try scratch.makeFIFO("fifo.png")
        try scratch.write([UInt8](repeating: 0, count: (16 << 20) + 1), to: "large.png")
        return scratch
    }

    @Test(.proves("C-011"), arguments: ["choose", "early"])
    func theChosenPictureIsMadeAnewAndLiesInThePrivateFolder(mode: String) async throws {
        let files = try Self.files()
        let uri = "file://" + files.at("my%20photo.png")
        let portal = try DesktopPortal([mode, uri])
        try await Self.ask("photo", in: portal.variables) { terminal in
            let asked = try portal.next()
            #expect(asked["event"] as? String == "asked" && asked["multiple"] as? Bool == false)
            #expect(asked["title"] as? String == "A picture for services" && asked["parent"] as? String == "")
            let filters = try #require(asked["filters"] as? [[Any]])
            #expect("\(filters)".contains("image/jpeg") && filters.count == 1)
            try Self.told("photo 0 file=1 size=some first=", at: terminal)
        } afterwards: { home in
            let made = try MadePicture.only(in: home)
            #expect(made.size == [256, 192] && made.colours > 2, "\(made.size), \(made.colours) colours")
            #expect(made.bytes != [UInt8](try Data(contentsOf: URL(filePath: files.at("my photo.png")))))
        }
        #expect(try portal.stop() == [])
    }

    @Test(arguments: [
        ("cancel", "", 0), ("other", "", 1016), ("error", "", 1016), ("choose", "fifo.png", 1016),
        ("choose", "large.png", 1016), ("choose", "text.png", 1016), ("choose", "missing.png", 1016),
        // Another program of the session answers in the place of the portal; nobody believes it.
        ("forged", "my%20photo.png", 0),
    ])
    func whatGivesNoPictureIsTold(mode: String, file: String, code: Int) async throws {
        let files = try Self.files()
        let portal = try DesktopPortal([mode, "file://" + files.at(file)])
        try await Self.ask("photo", in: portal.variables) { terminal in
            try Self.told("photo \(code) \(Self.nothing)", at: terminal)
        }
        #expect(try portal.stop() == ["asked"])
    }

    @Test(arguments: ["photo", "camera"]) func afterNoThePortalIsNotAsked(button: String) async throws {
        let portal = try DesktopPortal(["wait", "", "grant"])
        try await Self.ask(button, in: portal.variables, isAsked: false) { terminal in
            try terminal.waitFor("\"event\":\"question\"")
            try terminal.enter("answer no\n")
            try terminal.waitFor("\(button) 1014 \(Self.nothing)")
            // Later nobody is asked again.
            try terminal.enter("tap \(button)\n")
            let rest = try terminal.waitFor("\(button) 1014 \(Self.nothing)")
            #expect(!rest.contains("\"event\":\"question\"") && !terminal.allOutput.contains("pictureRequest"))
            #expect(try terminal.quit(byKey: true) == 0)
        }
        #expect(try portal.stop() == [])
    }

    @Test func withoutAPortalOrABusItIsUnavailable() async throws {
        let portal = try DesktopPortal(["none"])
        for variables in [portal.variables, ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nothing", "DISPLAY": ":9"]] {
            try await Self.ask("photo", in: variables) { terminal in
                try Self.told("photo 1016 \(Self.nothing)", at: terminal)
            }
        }
        #expect(try portal.stop() == [])
    }

    @Test(arguments: ["photo", "camera"])
    func aPersonWithoutADesktopIsNotEvenAsked(button: String) async throws {
        let portal = try DesktopPortal(["choose", "file:///nothing"])
        // From another machine: a dialog would come up where nobody sits.
        try await Self.ask(button, in: ["DBUS_SESSION_BUS_ADDRESS": portal.address], isAsked: false) { terminal in
            try Self.told("\(button) 1016 \(Self.nothing)", at: terminal)
        }
        #expect(try portal.stop() == [])
    }

    @Test func aScriptChoosesNothing() async throws {
        let portal = try DesktopPortal(["choose", "file:///nothing"])
        try await Tool.with(bundles: [try Self.bundle()]) { tool in
            try await tool.setUp()
            let arguments = ["launch", Self.id, "--conversation", "chat", "--json"]
            let run = try Program(
                ["env", "MAYFLY_HOME=\(tool.home)", "MAYFLY_PATH=\(tool.path)", Bundle.main.bundlePath + "/mayfly"]
                    + arguments,
                adding: portal.variables,
                input: "tap photo\n"
            )
            #expect(run.output.contains("photo 1016 \(Self.nothing)"), "\(run.output)")
        }
        #expect(try portal.stop() == [])
    }

    /// It is not even greeted there.
    @Test func aBusThatIsSilentHoldsUpNobody() async throws {
        let scratch = try ScratchFolder()
        let path = scratch.at("bus")
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        try #require(isBound && listen(listener, 1) == 0)
        try await Self.ask("photo", in: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(path)", "DISPLAY": ":9"]) {
            terminal in
            // The program has connected.
            var wait = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
            try #require(poll(&wait, 1, 300_000) == 1)
            try terminal.enter("dismiss\n")
            try terminal.waitFor("\"name\":\"choosePhoto\"")
            #expect(try terminal.quit(byKey: true) == 0)
        }
    }

    /// How the wait for a person ends.
    enum Ending: CaseIterable {
        case dismissal, session, kill
    }

    @Test(arguments: Ending.allCases, ["wait", "silent"])
    func theDialogGoesWithTheExtension(ending: Ending, mode: String) async throws {
        let portal = try DesktopPortal([mode])
        try await Self.ask("photo", in: portal.variables) { terminal in
            let asked = try portal.next()
            #expect(asked["event"] as? String == "asked")
            switch ending {
            case .dismissal: try terminal.enter("dismiss\n")
            case .session: try terminal.enter("\u{4}")
            case .kill: terminal.signal(SIGKILL)
            }
            let closed = try portal.next()
            let path = try #require(closed["path"] as? String)
            #expect(closed["event"] as? String == "closed")
            #expect(path.hasPrefix("/org/freedesktop/portal/desktop/request/1_"))
            if ending == .dismissal { try terminal.enter("\u{4}") }
            _ = terminal.drain()
            #expect(terminal.finish() == (ending == .kill ? -SIGKILL : 0))
        }
        #expect(try portal.stop() == [])
    }

    @Test(
        .proves("C-011"),
        arguments: [
            ("", ["looked"], "1016 \(nothing)"), ("refuse", ["looked", "access"], "0 \(nothing)"),
            ("broken", ["looked", "access", "opened"], "1016 \(nothing)"),
            // The host makes a picture anew as a JPEG or PNG.
            ("grant", ["looked", "access", "opened"], "0 file=1 size=some first="),
        ]
    )
    func theCameraTakesAPictureWhereThereIsOneAndThePersonAllowsIt(
        camera: String,
        events: [String],
        told: String
    ) async throws {
        let portal = try DesktopPortal(["wait", "", camera])
        try await Self.ask("camera", in: portal.variables) { terminal in
            try terminal.enter("answer take\n")
            try Self.told("camera \(told)", at: terminal)
        } afterwards: { home in
            guard camera == "grant" else {
                #expect(try ServicesPlugin.pictures(in: home).isEmpty)
                return
            }
            // The bars of colours of the test source.
            let made = try MadePicture.only(in: home)
            #expect(made.type == .jpeg && made.size == [320, 240], "\(made.type), \(made.size)")
            #expect(made.colours > 5, "\(made.colours) colours")
        }
        #expect(try portal.stop() == events)
    }

    /// The desktop would ask nobody: it grants the camera to each program of the session.
    @Test(.proves("C-011"), arguments: ["answer cancel", "answer pay\nanswer always\nanswer cancel", "type hello"])
    func thePermissionAloneTakesNoPicture(lines: String) async throws {
        let portal = try DesktopPortal(["wait", "", "grant"])
        try await Self.ask("camera", in: portal.variables) { terminal in
            try terminal.enter(lines + "\n")
            try Self.told("camera 0 \(Self.nothing)", at: terminal)
        }
        #expect(try portal.stop() == [])
    }

    @Test func eachPictureIsTakenByALineOfThePerson() async throws {
        let portal = try DesktopPortal(["wait", "", "grant"])
        try await Self.atScreen(portal) { terminal in
            try terminal.enter("tap camera\n")
            try terminal.waitFor("'answer once'")
            try terminal.enterUntilTaken("answer always", until: "'answer take' takes it now")
            #expect(terminal.allOutput.contains("? \u{201C}services\u{201D} wants a picture of your camera"))
            try terminal.enterUntilTaken("answer take", until: "camera 0 file=1")
            for event in ["looked", "access", "opened"] { #expect(try portal.next()["event"] as? String == event) }
            try terminal.enter("tap camera\n")
            try terminal.waitFor("'answer take' takes it now")
            try terminal.enterUntilTaken("answer cancel", until: "camera 0 file=0")
        }
        #expect(try portal.stop() == [])
    }

    @Test func theWordsOfAReasonCannotEndTheQuotation() async throws {
        let portal = try DesktopPortal(["cancel"])
        try await Self.atScreen(portal, reason: "a\u{201D}\u{200D} b\u{201C}\u{301} c\" \u{FF02}") { terminal in
            try terminal.enter("tap photo\n")
            try terminal.waitFor("'answer once'")
            #expect(
                terminal.allOutput.contains("? \u{201C}services\u{201D} asks: may it have you choose pictures for it?")
            )
            let words = "? in its own words: \u{201C}a'\u{200D} b'\u{301} c' '\u{201D}"
            let printed = terminal.allOutput.unicodeScalars.map { $0 }
            #expect(printed.contains(words.unicodeScalars.map { $0 }), "\(terminal.allOutput.suffix(1_000))")
        }
        #expect(try portal.stop() == [])
    }

    /// A session at a terminal of the desktop as a person sees it.
    private static func atScreen(
        _ portal: DesktopPortal,
        reason: String? = nil,
        _ body: @escaping @Sendable (TerminalProcess) throws -> Void
    ) async throws {
        try await Tool.with(bundles: [try bundle(reason: reason)]) { tool in
            try await tool.setUp()
            try await OwnThread.run {
                let arguments = ["launch", id, "--conversation", "chat", "--as", "alice"]
                let terminal = try TerminalProcess(
                    home: tool.home,
                    folders: tool.path,
                    adding: portal.variables,
                    arguments
                )
                try body(terminal)
                try terminal.enter("quit\n")
                #expect(terminal.finish() == 0)
            }
        }
    }

    @Test func aCameraThatGivesNothingHoldsUpNobody() async throws {
        let portal = try DesktopPortal(["wait", "", "dark"])
        try await Self.ask("camera", in: portal.variables) { terminal in
            try terminal.enter("answer take\n")
            for event in ["looked", "access", "opened"] { #expect(try portal.next()["event"] as? String == event) }
            try terminal.enter("dismiss\n")
            try terminal.waitFor("\"name\":\"takePicture\"")
            #expect(try terminal.quit(byKey: true) == 0)
        }
        #expect(try portal.stop() == [])
    }

    @Test func theProgramDoesNothingOnItsOwn() throws {
        let alone = try Program([Bundle.main.bundlePath + "/mayfly-portal"], takesErrors: true)
        #expect(alone.status == 64 && alone.output.hasPrefix("mayfly-portal is started by mayfly"))
        let nobody = try Program(
            [Bundle.main.bundlePath + "/mayfly-portal", "photo", "x"],
            adding: ["DBUS_SESSION_BUS_ADDRESS": "unixexec:path=/bin/sh", "XDG_RUNTIME_DIR": ""],
            takesErrors: true
        )
        #expect(nobody.status == 4 && nobody.output == "there is no session bus")
    }
}
