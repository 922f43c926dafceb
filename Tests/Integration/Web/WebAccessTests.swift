import Foundation
import MayflyTestSupport
import Testing

/// Who may use the page's server: the browser of the person who started it, and no other page, name or user.
@Suite struct WebAccessTests {
    /// Addresses of everything that the server has: of the page, and of what it shows only to one with its key.
    private static func paths(_ page: ServedPage) -> [String] {
        let digest = String(repeating: "0", count: 64)
        let ofKey = ["media/" + digest, "pictures/" + digest, "stickers/" + digest, "settings.json"]
        return ["/", "/main.js", "/pane.js", "/connection", "/files", "/nothing"]
            + ofKey.map { "/\(page.filesKey)/\($0)" }
    }

    /// Whether a request opens the connection of a page.
    private static func opens(_ page: ServedPage, at path: String = "/connection", _ headers: [String: String?]) throws
        -> Bool
    {
        let connection = try page.connect()
        try connection.send(PageClient.handshake(page, at: path, headers))
        return try connection.answerIfAny()?.status == 101
    }

    @Test func withoutTheCookieNothingIsServed() async throws {
        try await ServedPage.with { page, _ in
            let other = String(page.token.reversed())
            let cookies = [
                nil, "", "mayfly-\(page.port)", "mayfly-\(page.port)=", "mayfly-\(page.port)=\(other)",
                "mayfly-\(page.port)=\(page.token)0", "mayfly-\(page.port)=\(page.token.dropLast())",
                "mayfly-1=\(page.token)", "mayfly=\(page.token)", "mayfly-\(page.port)=\(page.key)",
                "Xmayfly-\(page.port)=\(page.token)", "a=b; mayfly-\(page.port)=\(page.token.uppercased())!",
                "mayfly-\(page.port)=\"\(page.token)\"",
            ]
            for cookie in cookies {
                for path in Self.paths(page) {
                    let answer = try page.ask(path, ["Cookie": cookie])
                    #expect(answer.status == 401, "\(path) \(cookie ?? "-")")
                    #expect(answer["set-cookie"] == nil && answer.text.contains("Open the address"))
                }
                let given = try page.give([1], as: "a", ["Cookie": cookie])
                #expect(given.status == 401, "\(cookie ?? "-")")
                #expect(try !Self.opens(page, ["Cookie": cookie]), "\(cookie ?? "-")")
            }
            for token in ["", other, page.key, "\(page.token)0"] {
                #expect(try page.ask("/?token=\(token)", ["Cookie": nil]).status == 401)
            }
            // Among others, it is found.
            #expect(try page.ask("/", ["Cookie": "a=b; \(page.cookie); c"]).status == 200)
            #expect(try page.keptFiles() == [])
        }
    }

    /// A name of another page that leads to this machine (DNS rebinding), and a port of another program.
    @Test func anotherNameIsRefused() async throws {
        try await ServedPage.with { page, _ in
            let hosts = [
                "example.com", "example.com:\(page.port)", page.machine, "\(page.machine):1",
                "\(page.machine).example.com:\(page.port)", "127.0.0.1:\(page.port)",
                "", "localhost", "0.0.0.0:\(page.port)", "127.1:\(page.port)", "[::1]:\(page.port)",
                "\(page.host)@example.com", "\(page.host), example.com", "\(page.machine):0\(page.port)",
                "localhost:\(page.port)",
            ]
            for host in hosts {
                for path in Self.paths(page) + ["/?token=\(page.token)"] {
                    let answer = try page.ask(path, ["Host": host])
                    #expect(answer.status == 421, "\(host) \(path)")
                    #expect(answer["set-cookie"] == nil)
                }
                #expect(try !Self.opens(page, ["Host": host]), "\(host)")
                #expect(try page.give([1], as: "a", ["Host": host]).status == 421)
            }
            #expect(try page.ask("/", ["Host": nil]).status == 421)
            let connection = try page.connect()
            try connection.send(
                "GET / HTTP/1.1\r\nHost: \(page.host)\r\nHost: example.com\r\nCookie: \(page.cookie)\r\n\r\n"
            )
            #expect(try [400, 421].contains(connection.answer().status))
            #expect(try page.ask("/", ["Host": page.host]).status == 200)
        }
    }

    @Test(arguments: ["HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "PROPFIND"])
    func otherMethodsAreRefused(method: String) async throws {
        try await ServedPage.with { page, _ in
            for path in Self.paths(page) {
                let connection = try page.connect()
                try connection.send(page.request(path, by: method))
                let head = String(decoding: try connection.end(), as: UTF8.self)
                #expect(head.hasPrefix("HTTP/1.1 405 "), "\(path) \(head)")
                #expect(head.contains("Allow: GET, POST\r\n"))
            }
            #expect(try page.ask("/main.js").status == 200)
        }
    }

    /// A post is answered at one address only, and changes nothing elsewhere.
    @Test func otherAddressesTakeNoPost() async throws {
        try await ServedPage.with { page, _ in
            for path in ["/", "/main.js", "/connection", "/files", "/files/?name=a", "/FILES?name=a"] {
                let answer = try page.ask(path, ["Mayfly-Key": page.filesKey, "Content-Length": "0"], by: "POST")
                #expect((400..<500).contains(answer.status), "\(path) \(answer.status)")
            }
            #expect(try page.keptFiles() == [])
        }
    }

    /// All forms in which a request may name a file of the machine.
    @Test func noPathIsTakenFromARequest() async throws {
        try await ServedPage.with { page, tool in
            let up = [
                "..", "%2e%2e", ".%2e", "%252e%252e", "..%c0%af..", "....", "..;", "..%00", "..\\..", "%2e%2e%5c",
            ]
            let slashes = ["/", "%2f", "//", "%5c", "\\"]
            let files = ["media", "pictures", "stickers"].map { "/\(page.filesKey)/\($0)/" }
            for start in ["/", "//", "/page/", "/files/", "/\(page.filesKey)/"] + files {
                for up in up {
                    for slash in slashes {
                        let path =
                            start + Array(repeating: up, count: 8).joined(separator: slash) + slash + "etc/passwd"
                        let answer = try page.ask(path)
                        #expect((400..<500).contains(answer.status), "\(path) \(answer.status)")
                        #expect(!answer.text.contains("root:"))
                    }
                }
            }
            // The same for a file of the home folder, from where the contents are stored.
            let client = try PageClient(page)
            let digest = try client.attach(try page.handle(of: [1], as: "a"), in: try client.openWindow())
            let others = [
                page.media("../mayfly.sqlite"), page.media("../../mayfly.sqlite"), page.media("%2e%2e/mayfly.sqlite"),
                page.media("/\(tool.home)/mayfly.sqlite"), page.media("./\(digest)"), page.media("../media/\(digest)"),
                "/etc/passwd", "file:///etc/passwd", "http://\(page.host)/etc/passwd", "/media//etc/passwd", "/media/",
                "/media/.", "/\(tool.home)", "*", "/index.html", "/page/index.html", "//", "/./", "/main.js/",
                "/main.js%00",
                "/MAIN.JS", "/%6dain.js",
            ]
            for path in others {
                let answer = try page.ask(path)
                #expect((400..<500).contains(answer.status), "\(path) \(answer.status)")
            }
        }
    }

    /// Each answer says what a browser may do with it, refusals too.
    @Test func eachAnswerHasItsRules() async throws {
        try await ServedPage.with { page, _ in
            let answers = [
                ("page", try page.ask("/")),
                ("settings", try page.ask("/\(page.filesKey)/settings.json")), ("nothing", try page.ask("/nothing")),
                ("no cookie", try page.ask("/", ["Cookie": nil])), ("name", try page.ask("/", ["Host": "x"])),
                ("no socket", try page.ask("/connection")), ("given", try page.give([1], as: "a")),
                ("not given", try page.give([1], as: "../a")),
                ("no key", try page.give([1], as: "a", ["Mayfly-Key": nil])),
                ("head", try page.ask("/" + String(repeating: "a", count: 4_000))),
            ]
            for (name, answer) in answers {
                #expect(
                    answer["content-security-policy"]
                        == "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
                        + "media-src 'self' blob:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; "
                        + "form-action 'none'",
                    "\(name)"
                )
                #expect(answer["x-content-type-options"] == "nosniff", "\(name)")
                #expect(answer["referrer-policy"] == "no-referrer", "\(name)")
                #expect(answer["cross-origin-opener-policy"] == "same-origin", "\(name)")
                #expect(answer["cross-origin-resource-policy"] == "same-origin", "\(name)")
                #expect(answer["cache-control"] == "no-store", "\(name)")
                #expect(answer["x-frame-options"] == "DENY", "\(name)")
                // Nothing is allowed to other origins.
                #expect(answer.headers.allSatisfy { !$0.name.hasPrefix("access-control-") }, "\(name)")
                #expect(answer["server"] == nil, "\(name)")
                let isRefusal = answer.status >= 400
                #expect(!isRefusal || answer["content-type"] == "text/plain; charset=utf-8", "\(name)")
            }
        }
    }

    /// Scripts and styles are no documents: opened as one, they may do nothing.
    @Test func partsOfThePageMayDoNothingAlone() async throws {
        try await ServedPage.with { page, _ in
            for path in ["/main.js", "/base.css", "/mayfly.svg"] {
                let answer = try page.ask(path)
                #expect(answer.status == 200)
                #expect(answer["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'")
                #expect(answer["x-content-type-options"] == "nosniff")
                #expect(answer["cross-origin-resource-policy"] == "same-origin")
                #expect(answer["cache-control"] == "no-store")
                #expect(answer.headers.allSatisfy { !$0.name.hasPrefix("access-control-") })
            }
        }
    }

    /// A program of another user that listens at another port of this machine gets the cookie, but never the key.
    @Test func theCookieAloneOpensNoConnection() async throws {
        try await ServedPage.with { page, _ in
            let (offer, number) = (page.offer, String(repeating: "5", count: 32))
            let protocols = [
                nil, "", "mayfly.v1", "mayfly.v1, page.", "mayfly.v1, page.\(number).", offer,
                "mayfly.v1, page.\(number).\(page.code("server " + number))", "mayfly.v1, page.\(number).\(page.key)",
                "mayfly.v1, page.\(number).\(page.token)", "mayfly.v1, page.\(number).\(page.filesKey)",
                "mayfly.v1, page..\(page.code("page "))", "mayfly.v1, page.1.\(page.code("page 1"))",
                "mayfly.v2, \(offer)", "mayfly.v1, \(offer)0", "mayfly.v1, \(offer.uppercased())",
                "mayfly.v1 \(offer)", "mayfly.v1, \(offer.replacing("5", with: "6"))",
                // Only a page that others can listen to sends its key.
                "mayfly.v1, key.\(page.key)", "mayfly.v1, key.\(page.filesKey)", "mayfly.v1, \(page.key)",
            ]
            for value in protocols {
                #expect(try !Self.opens(page, ["Sec-WebSocket-Protocol": value]), "\(value ?? "-")")
            }
            for path in ["/", "/connection/", "/connection/x", "//connection", "/main.js", "/CONNECTION"] {
                #expect(try !Self.opens(page, at: path, [:]), "\(path)")
            }
            for version in [nil, "", "12", "x"] {
                #expect(try !Self.opens(page, ["Sec-WebSocket-Version": version]), "\(version ?? "-")")
            }
            #expect(try !Self.opens(page, ["Sec-WebSocket-Key": nil]))
            // The token of the address takes the place of no cookie here.
            #expect(try !Self.opens(page, at: "/connection?token=\(page.token)", ["Cookie": nil]))
            for key in [nil, "", String(page.filesKey.reversed()), page.token, page.key] {
                let answer = try page.give([1], as: "a", ["Mayfly-Key": key])
                #expect(answer.status == 403 && answer.text.contains("key"), "\(key ?? "-")")
            }
            #expect(try page.keptFiles() == [])
            #expect(try Self.opens(page, [:]))
            #expect(try Self.opens(page, ["Sec-WebSocket-Protocol": "\(offer),mayfly.v1"]))
        }
    }

    /// Another page in the same browser, which may know nothing of the secrets: its requests have its origin.
    @Test func anotherPageCanDoNothing() async throws {
        try await ServedPage.with { page, _ in
            let origins = [
                nil, "", "null", "http://example.com", "https://\(page.host)", "http://\(page.machine)",
                "http://\(page.machine):1", "http://\(page.host).example.com", "http://\(page.host)/",
                "http://\(page.host) http://example.com", "file://",
            ]
            for origin in origins {
                #expect(try !Self.opens(page, ["Origin": origin]), "\(origin ?? "-")")
                let answer = try page.give([1], as: "a", ["Origin": origin])
                #expect(answer.status == 403 && answer.text.contains("Another page"), "\(origin ?? "-")")
            }
            #expect(try page.keptFiles() == [])
            // A program at another port is the same site: the browser sends it the cookie, and sends the cookie for its pages.
            for site in ["same-site", "cross-site"] {
                for path in Self.paths(page) where !["/", "/files"].contains(path) {
                    let answer = try page.ask(path, ["Sec-Fetch-Site": site])
                    #expect(answer.status == 403, "\(site) \(path)")
                }
            }
            for site in ["same-origin", "none"] {
                #expect(try page.ask("/main.js", ["Sec-Fetch-Site": site]).status == 200)
            }
            // A link to the page, and the file that opens the browser.
            #expect(
                try page.ask("/?token=\(page.token)", ["Cookie": nil, "Sec-Fetch-Site": "cross-site"]).status == 200
            )
        }
    }

    /// A program of another user that gets the cookie learns nothing of the person by it.
    @Test func theCookieAloneShowsNoFile() async throws {
        try await ServedPage.with { page, _ in
            let client = try PageClient(page)
            let window = try client.openWindow()
            let digest = try client.attach(
                try page.handle(of: SampleFiles.bytes("palette.png"), as: "a.png"),
                in: window
            )
            #expect(try page.ask(page.media(digest)).status == 200)
            let absent = String(repeating: "0", count: 64)
            for key in ["", String(page.filesKey.reversed()), page.token, page.key, "media"] {
                for path in ["media/\(digest)", "pictures/\(digest)", "stickers/\(digest)", "settings.json"] {
                    let answer = try page.ask("/\(key)/\(path)")
                    #expect(answer.status == 404, "\(key) \(path)")
                    let none = try page.ask("/\(key)/media/\(absent)")
                    #expect(answer.text == none.text)
                    #expect(try page.ask("/" + path).status == 404)
                }
            }
        }
    }

    /// Nobody can have prepared what the browser keeps for the address: each start has another one.
    @Test func theAddressIsAnotherOneAtEachStart() async throws {
        try await Tool.with { tool in
            let pages = try (0..<2).map { _ in try ServedPage(tool, ["--demo"]) }
            for page in pages {
                #expect(page.machine.hasPrefix("127.") && page.machine != "127.0.0.1")
                #expect(try page.ask("/main.js").status == 200)
                page.signal(SIGTERM)
                #expect(page.finish() == 0)
            }
            #expect(pages[0].machine != pages[1].machine)
        }
    }

    /// At a name of this machine there may be several addresses, of which the server has one: the page is opened at its number.
    @Test func aNameOfThisMachineIsPrintedAsItsNumber() async throws {
        try await ServedPage.with(["--host", "localhost"]) { page, _ in
            #expect(["127.0.0.1", "[::1]"].contains(page.machine))
            let (own, other) = (try page.ask("/"), try page.ask("/", ["Host": "localhost:\(page.port)"]))
            #expect(own.status == 200 && other.status == 421)
        }
    }

    /// Other users see the arguments of all programs.
    @Test func noSecretIsAnArgument() async throws {
        try await Tool.with { tool in
            let folder = try ScratchFolder()
            let seen = folder.at("seen")
            try writeScript(
                "#!/bin/sh\nprintf '%s\\n' \"$@\" >'\(seen).new' && mv '\(seen).new' '\(seen)'\n",
                to: folder.at("xdg-open")
            )
            let page = try ServedPage(tool, ["--demo", "--open"], programs: "\(folder.path):/usr/bin:/bin")
            try await until { folder.has("seen") }
            let arguments = String(decoding: try folder.bytes("seen"), as: UTF8.self).split(separator: "\n").map(
                String.init
            )
            #expect(arguments.count == 1)
            let path = try #require(arguments.first)
            #expect(path.hasPrefix(page.temporary.path) && !path.contains(page.token) && !path.contains(page.key))
            let words = ProcessState.command(of: page.identifier).map { String(decoding: $0, as: UTF8.self) }
            #expect(!words.isEmpty && words.allSatisfy { !$0.contains(page.token) && !$0.contains(page.key) })
            // The browser reads the address in a file of this user alone.
            #expect(try String(contentsOfFile: path, encoding: .utf8).contains(page.address))
            let parts = [path, (path as NSString).deletingLastPathComponent]
            let modes = try parts.map {
                try FileManager.default.attributesOfItem(atPath: $0)[.posixPermissions] as? Int
            }
            #expect(modes == [0o600, 0o700])
            page.signal(SIGTERM)
            #expect(page.finish() == 0)
            #expect(try page.temporary.names() == [])
        }
    }

    /// Another user of the machine reaches the port, and gets neither the page nor what it keeps.
    @Test(.enabled(if: geteuid() == 0, "only root runs a program as another user"))
    func anotherUserGetsNothing() async throws {
        try await ServedPage.with { page, tool in
            _ = try page.handle(of: Array("mine".utf8), as: "mine.txt")
            let file = try #require(try page.keptFiles().first { $0.hasSuffix("mine.txt") })
            let script = """
                import socket, sys
                port, file, pid, machine = int(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4]
                def ask(request):
                    server = socket.create_connection((machine, port))
                    server.sendall(request.encode())
                    return server.makefile("rb").readline().split()[1].decode()
                host = f"Host: {machine}:{port}\\r\\n"
                print(ask(f"GET / HTTP/1.1\\r\\n{host}\\r\\n"), ask(f"POST /files?name=a HTTP/1.1\\r\\n{host}\\r\\n"))
                for path in [file, f"/proc/{pid}/environ", f"/proc/{pid}/mem"]:
                    try:
                        open(path, "rb").read(1)
                        print("read", path)
                    except OSError as error:
                        print("refused")
                """
            let outcome = try await tool.run(
                program: "/usr/bin/setpriv",
                all: [
                    "--reuid=65534", "--regid=65534", "--clear-groups", "/usr/bin/python3", "-c", script,
                    "\(page.port)", page.temporary.at(file), "\(page.identifier)", page.machine,
                ]
            )
            #expect(
                outcome.lines == ["401 401", "refused", "refused", "refused"],
                "\(outcome.output) \(outcome.errors)"
            )
        }
    }
}

extension WebAccessTests {
    /// The home folder is named before or after the command.
    @Test(arguments: [true, false]) func servesTheNamedHome(isBefore: Bool) async throws {
        try await Tool.with { tool in
            let named = tool.home + "-named"
            defer { try? FileManager.default.removeItem(atPath: named) }
            let option = ["--home", named]
            let page = try ServedPage(tool, isBefore ? [] : option, before: isBefore ? option : [])
            page.signal(SIGTERM)
            #expect(page.finish() == 0)
            #expect(FileManager.default.fileExists(atPath: named + "/mayfly.sqlite"))
            #expect(!FileManager.default.fileExists(atPath: tool.home + "/mayfly.sqlite"))
        }
    }
}
