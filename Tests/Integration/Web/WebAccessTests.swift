import Foundation
import Testing

/// Who may use the server of the page: the person's browser, and nobody else.
@Suite struct WebAccessTests {
    @Test func theAddressOpensThePageAndSetsTheCookie() async throws {
        try await ServedPage.with { page, _ in
            let first = try page.connect().request("GET", "/?token=\(page.token)")
            #expect(first.status == 200 && first.text.contains("/main.js"))
            let cookie = try #require(first.headers["set-cookie"])
            #expect(cookie == "mayfly-\(page.port)=\(page.token); HttpOnly; SameSite=Strict; Path=/")
            #expect(try page.get("/").status == 200)
            #expect(try page.get("/main.js").headers["content-type"] == "text/javascript; charset=utf-8")
        }
    }

    @Test func withoutTheSecretNothingIsServed() async throws {
        try await ServedPage.with { page, _ in
            for path in [
                "/", "/main.js", "/settings.json", "/media/\(String(repeating: "0", count: 64))", "/?token=0",
                "/?token=",
            ] {
                let answer = try page.connect().request("GET", path)
                #expect(answer.status == 401, "\(path)")
                #expect(answer.headers["set-cookie"] == nil)
            }
            let other = String(page.token.dropLast()) + (page.token.hasSuffix("0") ? "1" : "0")
            let answer = try page.connect().request("GET", "/", [("Cookie", "mayfly-\(page.port)=\(other)")])
            #expect(answer.status == 401)
            // The cookie of a server at another port.
            #expect(try page.connect().request("GET", "/", [("Cookie", "mayfly-1=\(page.token)")]).status == 401)
        }
    }

    @Test(arguments: ["evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1:1", "127.0.0.1.evil.example"])
    func anotherNameIsRefused(host: String) async throws {
        try await ServedPage.with { page, _ in
            #expect(try page.connect().request("GET", "/", [page.cookie], host: host).status == 421)
            let socket = try WebSocketClient.open(
                try page.connect(),
                page,
                key: page.key,
                [page.cookie, ("Origin", "http://\(host)")],
                host: host
            )
            #expect(socket.status == 421)
        }
    }

    @Test func aSecondHostIsRefused() async throws {
        try await ServedPage.with { page, _ in
            let answer = try page.connect().request("GET", "/", [page.cookie, ("Host", "evil.example")])
            #expect(answer.status == 400 || answer.status == 421)
        }
    }

    @Test func theCookieAloneOpensNoConnection() async throws {
        try await ServedPage.with { page, _ in
            for key in [nil, "", "0", page.token] as [String?] {
                let answer = try WebSocketClient.open(try page.connect(), page, key: key, [page.cookie, page.origin])
                #expect(answer.status == 426, "\(key ?? "none")")
            }
            let upload = try page.connect().request(
                "POST",
                "/files?name=a.txt",
                [page.cookie, page.origin],
                body: [65]
            )
            #expect(upload.status == 403)
            let wrong = try page.connect().request(
                "POST",
                "/files?name=a.txt",
                [page.cookie, page.origin, ("Mayfly-Key", page.token)],
                body: [65]
            )
            #expect(wrong.status == 403)
            // With it, it is one.
            #expect(try page.page().call("devices.list")["devices"] as? [Any] != nil)
        }
    }

    @Test(arguments: ["http://evil.example", "null", "http://127.0.0.1", "http://localhost:1", nil])
    func anotherPageOpensNoConnection(origin: String?) async throws {
        try await ServedPage.with { page, _ in
            let headers = [page.cookie] + (origin.map { [("Origin", $0)] } ?? [])
            #expect(try WebSocketClient.open(try page.connect(), page, key: page.key, headers).status == 426)
            let upload = try page.connect().request(
                "POST",
                "/files?name=a.txt",
                headers + [("Mayfly-Key", page.key)],
                body: [65]
            )
            #expect(upload.status == 403)
        }
    }

    @Test func eachAnswerHasItsRules() async throws {
        try await ServedPage.with { page, _ in
            for path in ["/", "/main.js", "/settings.json", "/nothing"] {
                let headers = try page.get(path).headers
                let policy = try #require(headers["content-security-policy"])
                #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self';"), "\(path)")
                #expect(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"))
                #expect(headers["x-content-type-options"] == "nosniff")
                #expect(headers["referrer-policy"] == "no-referrer")
                #expect(headers["cross-origin-resource-policy"] == "same-origin")
                #expect(headers["cache-control"] == "no-store")
                #expect(headers["access-control-allow-origin"] == nil)
            }
        }
    }

    @Test(arguments: [
        "/../../../../etc/hostname", "/..%2f..%2f..%2f..%2fetc/hostname", "/%2e%2e/%2e%2e/etc/hostname",
        "//etc/hostname",
        "/media/../../etc/hostname", "/media/%2fetc%2fhostname", "/page/main.js", "/main.js/", "/media/",
    ])
    func noPathIsTakenFromARequest(path: String) async throws {
        try await ServedPage.with { page, _ in
            let answer = try page.get(path)
            #expect(answer.status == 404)
            #expect(answer.text == "There is no such page.\n" || answer.text == "There is no such file.\n")
        }
    }

    @Test(arguments: ["PUT", "DELETE", "OPTIONS", "HEAD", "TRACE", "PATCH"])
    func otherMethodsAreRefused(method: String) async throws {
        try await ServedPage.with { page, _ in
            let connection = try page.connect()
            connection.send(
                Array("\(method) / HTTP/1.1\r\nHost: 127.0.0.1:\(page.port)\r\nCookie: \(page.cookie.1)\r\n\r\n".utf8)
            )
            #expect(try connection.answer().status == 405)
        }
    }
}
