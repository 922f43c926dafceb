import Foundation
import MayflyBench
import MayflyTestSupport
import Synchronization
import Testing

/// What `mayfly serve` prints and serves, and how it ends.
@Suite struct WebServingTests {
    /// The files that the page names, and those that they name.
    private static func files(_ page: ServedPage) throws -> [String: WebAnswer] {
        var files: [String: WebAnswer] = [:]
        var waiting = ["/"]
        while let path = waiting.popLast() {
            guard files[path] == nil else { continue }
            let answer = try page.ask(path)
            #expect(answer.status == 200, "\(path)")
            files[path] = answer
            for name in answer.text.matches(of: #/(?:src|href|from|import)[ =(]*"(/[\w.-]+)"/#) {
                waiting.append(String(name.output.1))
            }
        }
        return files
    }

    @Test func theWholePageComesFromTheServerAndIsSmall() async throws {
        try await ServedPage.with { page, _ in
            let files = try Self.files(page)
            #expect(files.count > 5)
            let types = [
                "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8", "svg": "image/svg+xml",
                "/": "text/html; charset=utf-8",
            ]
            for (path, answer) in files {
                #expect(
                    answer["content-type"] == types[path == "/" ? path : (path as NSString).pathExtension],
                    "\(path)"
                )
                #expect(!answer.body.isEmpty)
            }
            // The first load is everything that the page has but pictures, as a browser gets it.
            let compressed = try files.keys.map { try page.ask($0, ["Accept-Encoding": "gzip, deflate, br"]) }
            #expect(compressed.allSatisfy { $0.status == 200 && $0["content-encoding"] == "deflate" })
            #expect(compressed.reduce(0) { $0 + $1.body.count } < 100_000)
            #expect(files.keys.contains("/main.js") && files.keys.contains("/card.css"))
        }
    }

    /// A program that takes the place of a server that has ended is asked for nothing that could run or change how the page looks.
    @Test func nothingOfThePageIsLoadedLater() async throws {
        try await ServedPage.with { page, _ in
            for (path, answer) in try Self.files(page) {
                for later in [
                    "import(", "addLook", "createElement(\"script\")", "createElement(\"link\")", "h(\"link\"",
                ] {
                    #expect(!answer.text.contains(later), "\(path): \(later)")
                }
            }
        }
    }

    @Test(arguments: [
        (nil, nil), ("", nil), ("gzip", nil), ("deflate", "deflate"), ("gzip, deflate;q=0.5", "deflate"),
        ("Deflate", "deflate"), ("deflate;q=0", nil), ("deflate; q=0.000", nil), ("*", nil), ("xdeflate", nil),
    ])
    func filesAreCompressedForThoseWhoTakeThat(header: String?, coding: String?) async throws {
        try await ServedPage.with { page, _ in
            for path in ["/", "/main.js"] {
                let (plain, answer) = (try page.ask(path), try page.ask(path, ["Accept-Encoding": header]))
                #expect(answer["content-encoding"] == coding && answer["vary"] == "Accept-Encoding")
                #expect(answer["content-type"] == plain["content-type"])
                guard coding != nil else {
                    #expect(answer.body == plain.body)
                    continue
                }
                let program =
                    "import sys, zlib; sys.stdout.buffer.write(zlib.decompress(bytes.fromhex(sys.stdin.read())))"
                let digits = answer.body.map { String(format: "%02x", $0) }.joined()
                #expect(try run("python3", ["-c", program], input: digits) == plain.text)
            }
        }
    }

    /// The secret of the address becomes a cookie that no script reads, and that no other page sends.
    @Test func theAddressOpensThePage() async throws {
        try await ServedPage.with { page, _ in
            let connection = try page.connect()
            try connection.send(page.request("/?token=\(page.token)", ["Cookie": nil]))
            let answer = try connection.answer()
            #expect(answer.status == 200 && answer.text.contains("<script"))
            let cookie = try #require(answer["set-cookie"])
            #expect(cookie == "\(page.cookie); HttpOnly; SameSite=Strict; Path=/")
            // The same connection goes on, with the cookie.
            try connection.send(page.request("/\(page.filesKey)/settings.json"))
            #expect(try connection.answer().text == #"{"sideBySide":null}"#)
        }
    }

    @Test func theSecretsAreNewAtEachStart() async throws {
        try await Tool.with { tool in
            let pages = try (0..<2).map { _ in try ServedPage(tool, ["--demo"]) }
            let secrets = pages.flatMap { [$0.token, $0.key] }
            #expect(Set(secrets).count == 4)
            #expect(secrets.allSatisfy { $0.wholeMatch(of: #/[0-9a-f]{64}/#) != nil })
            // The cookie of one server is none of the other.
            #expect(try pages[0].ask("/", ["Cookie": pages[1].cookie]).status == 401)
            #expect(try pages[0].ask("/", ["Cookie": "mayfly-\(pages[0].port)=\(pages[1].token)"]).status == 401)
            for page in pages {
                page.signal(SIGINT)
                #expect(page.finish() == 0)
                #expect(try page.temporary.names() == [])
            }
        }
    }

    /// `--demo` shows the people of the demo, two of them side by side.
    @Test func theDemoHasPeople() async throws {
        try await Tool.with { tool in
            let page = try ServedPage(tool, ["--demo"])
            #expect(try page.settings.contains(#""sideBySide":["alice","bob"]"#))
            let devices = try PageClient(page).call("devices.list")["devices"] as? [HostClient.Object]
            let names = devices?.compactMap { $0["name"] as? String } ?? []
            #expect(names.contains("alice") && names.contains("bob"))
            page.signal(SIGTERM)
            #expect(page.finish() == 0)
            #expect(try page.temporary.names() == [])
            #expect(!FileManager.default.fileExists(atPath: tool.home))
        }
    }

    /// It listens at its one address of this machine, and nowhere else. At 127.0.0.1 another program may have a port of that number, but
    /// not the ports of several servers.
    @Test func itListensAtOneAddress() async throws {
        let isRefused = Mutex(false)
        for _ in 1...3 where !isRefused.withLock({ $0 }) {
            try await ServedPage.with { page, _ in
                let places = try page.listensAt
                #expect(places == ["\(page.machine):\(page.port)"])
                #expect(page.machine.hasPrefix("127."))
                do { _ = try WebConnection(port: page.port) } catch is WebConnection.Missing {
                    isRefused.withLock { $0 = true }
                }
            }
        }
        #expect(isRefused.withLock { $0 })
    }

    @Test func devicesAreShownSideBySide() async throws {
        try await ServedPage.with(["--side-by-side", "bob, alice"]) { page, _ in
            let settings = try page.settings
            #expect(settings == #"{"sideBySide":["bob","alice"]}"#)
        }
    }

    /// One connection serves many requests, also when they come at once.
    @Test func requestsAreAnsweredInTheirOrder() async throws {
        try await ServedPage.with { page, _ in
            let connection = try page.connect()
            let paths = (0..<50).map { $0.isMultiple(of: 2) ? "/main.js" : "/nothing-\($0)" }
            // What is refused ends a connection: only the last one is.
            try connection.send(paths.filter { $0.hasSuffix("js") }.map { page.request($0) }.joined())
            try connection.send(page.request("/nothing"))
            for _ in 0..<25 { #expect(try connection.answer().status == 200) }
            #expect(try connection.answer().status == 404)
            try connection.end()
        }
    }

    @Test(arguments: [
        (["--port", "65536"], "0 to 65535"), (["--demo", "--home", "/tmp/x"], "leave --home out"),
        (["--side-by-side", "a,b,c,d,e"], "one to four devices"), (["--side-by-side", " , "], "one to four devices"),
        (["--side-by-side", "alice"], "there is no device 'alice'"),
    ])
    func wrongOptionsAreTold(arguments: [String], reason: String) async throws {
        try await Tool.with { tool in
            let outcome = try await tool.run(all: ["serve"] + arguments)
            #expect(outcome.status != 0 && outcome.errors.contains(reason), "\(outcome.errors)")
        }
    }

    @Test func aPortThatIsTakenIsTold() async throws {
        try await ServedPage.with { page, tool in
            let outcome = try await tool.run("serve", "--host", page.machine, "--port", "\(page.port)")
            #expect(outcome.status != 0 && outcome.output.isEmpty)
            #expect(outcome.errors.contains("the page cannot be served at \(page.host)"), "\(outcome.errors)")
            #expect(outcome.errors.contains("another program listens there already"), "\(outcome.errors)")
            #expect(outcome.errors.contains("'--port 0' takes a free one"), "\(outcome.errors)")
        }
    }

    /// A name that nobody has, and an address of another machine (RFC 5737), are told in words, with what to do instead.
    @Test(arguments: [
        ("nowhere.invalid", "no machine of the name 'nowhere.invalid' is found"),
        ("192.0.2.1", "192.0.2.1 is not an address of this machine"),
    ])
    func aPlaceWhereNobodyCanListenIsTold(host: String, reason: String) async throws {
        try await Tool.with { tool in
            let outcome = try await tool.run("serve", "--host", host, "--port", "0")
            #expect(outcome.status != 0 && outcome.output.isEmpty)
            #expect(outcome.errors.contains(reason) && outcome.errors.contains("leave --host out"), "\(outcome.errors)")
            #expect(!outcome.errors.contains("Error"), "\(outcome.errors)")
        }
    }

    @Test func withoutItsProgramTheCommandSaysHowToBuildIt() async throws {
        let folder = try CommandFolder(mediaWorker: "exit 1")
        try await Tool.with { tool in
            let outcome = try await tool.run(program: folder.command, all: ["serve"])
            #expect(outcome.status != 0 && outcome.errors.contains("make web"), "\(outcome.errors)")
        }
    }

    /// An address of other machines is told, with what it means.
    @Test func listeningForOthersIsTold() async throws {
        try await Tool.with { tool in
            let page = try ServedPage(tool, ["--demo", "--host", "0.0.0.0"])
            // It is reached by the address where a request comes in.
            #expect(try page.isServing)
            #expect(try page.ask("/", ["Host": "example.com:\(page.port)"]).status == 421)
            page.signal(SIGTERM)
            #expect(page.finish() == 0)
            #expect(try page.errorText().contains("other machines reach 0.0.0.0"))
        }
    }

    /// No worker outlives the server, whatever pages are open.
    @Test(arguments: [SIGINT, SIGTERM, SIGKILL]) func nothingIsLeft(signal: Int32) async throws {
        try await Tool.with(bundles: [Samples.tally]) { tool in
            let maker = try HostClient.inChat(tool)
            try maker.closeInput()
            try maker.finish()
            let page = try ServedPage(tool)
            let client = try PageClient(page)
            let worker = try client.open("org.mayfly.tally", in: try client.openWindow())
            // A request and an answer that are not complete are in its way.
            let others = try (0..<2).map { _ in try page.connect() }
            try others[0].send("POST /files?name=a HTTP/1.1\r\nHost: ")
            try others[1].send(page.request("/main.js"))
            let gave = try page.connect()
            try gave.send(
                page.request("/files?name=a", ["Mayfly-Key": page.filesKey, "Content-Length": "9"], by: "POST") + "1"
            )
            try await until { try page.keptFiles().contains { $0.hasSuffix("/a") } }
            page.signal(signal)
            #expect(page.finish() == (signal == SIGKILL ? -SIGKILL : 0))
            if signal == SIGKILL {
                #expect(ProcessCensus.survivors(of: [page.identifier], home: tool.home, sparing: []) == [])
                // The next start removes what this one could not.
                let next = try await tool.run("serve", "--port", "65536")
                #expect(next.status != 0)
            } else {
                #expect(!FileManager.default.fileExists(atPath: "/proc/\(worker)"))
                #expect(ProcessCensus.family(of: page.identifier) == [])
                #expect(try page.temporary.names() == [])
                let receipts = try await tool.run("log", "--json").events()
                #expect(receipts.map { $0["cause"] as? String } == ["finished"])
            }
        }
    }
}
