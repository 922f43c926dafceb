import Foundation
import MayflyConformance
import MayflyFetch
import MayflyHost
import MayflyModel
import MayflyTestSupport
import MayflyTesting
import MayflyWorkers
import Testing

/// The requests that the host makes for an extension that may reach some servers.
@Suite struct NetworkTests {
    @Test func aRequestHasItsMethodHeadersAndBodyAndTellsNothingElse() async throws {
        let server = try LoopbackServer()
        try await FetchingPlugin.with { test in
            let trace = Trace()
            try await test.asking(trace: trace) { window in
                let inputs: KeyValuePairs = ["method": "POST", "header": "X-Game:chess", "body": "e4"]
                try await window.fetch(server.url("/echo?move=1"), inputs)
                try await window.answer(.once)
                try await window.fetch(server.url("/echo"))
                #expect(trace.codes == [0, 0])
                #expect(
                    trace.said.contains("header X-Test-One=first") && trace.said.contains("header X-Test-Two=second")
                )
            }
        }
        let requests = try server.stop()
        #expect(requests.compactMap { $0["method"] as? String } == ["POST", "GET"])
        #expect(requests.first?["path"] as? String == "/echo?move=1" && requests.first?["body"] as? String == "e4")
        let headers = requests.compactMap { $0["headers"] as? [String: String] }
        let common = [
            "host": "localhost:\(server.port)", "user-agent": "mayfly", "accept": "*/*", "accept-encoding": "gzip",
        ]
        #expect(headers.first == common.merging(["x-game": "chess", "content-length": "2"]) { $1 })
        // The cookie of the first answer is not sent.
        #expect(headers.last == common)
    }

    @Test(.proves("C-169")) func aTokenInTheMessageLeadsToTheStateOnThePublishersServer() async throws {
        let server = try LoopbackServer()
        try await FetchingPlugin.with { test in
            let trace = Trace()
            try await test.asking(as: "alice") { window in
                try await window.fetch(server.url("/state/token"), ["method": "PUT", "body": "both answers"])
                try await window.answer(.always)
            }
            try await test.asking(as: "bob", trace: trace) { window in
                try await window.fetch(server.url("/state/token"))
                try await window.answer(.once)
                #expect(trace.fetched == ["fetch 0 status=200 size=12 both answers"])
            }
        }
        _ = try server.stop()
    }

    @Test func serversOfThePrivateNetworkAreNotReached() async throws {
        let server = try LoopbackServer()
        try await FetchingPlugin.with(reach: .everyPublicServer) { test in
            let trace = Trace()
            try await test.asking(trace: trace) { window in
                try await window.fetch("https://localhost:\(server.port)/echo")
                try await window.answer(.always)
                #expect(trace.codes == [1016])
                #expect(trace.fetched.first?.hasSuffix("it leads to an address that is not public") == true)
                try await window.fetch(server.url("/echo"))
                #expect(trace.codes == [1016, 1005])
            }
        }
        #expect(try server.stop().isEmpty)
    }

    /// What a worker that may reach a server through the host finds when it tries by itself, and the paths that the server was asked for.
    private static func reached(
        with layers: Set<SandboxLayer>
    ) async throws -> (finds: [String: Int32], namespace: String?, paths: [String]) {
        let server = try LoopbackServer()
        let trace = Trace()
        let confinement = Confinement(layers: layers, requirement: .nothing)
        try await FetchingPlugin.with(confinement: confinement) { test in
            try await test.asking(trace: trace) { window in
                try await window.fetch(server.url("/through-the-host"))
                try await window.answer(.always)
                #expect(trace.codes == [0])
                try await window.fetch("", by: "reach", ["count": "\(server.port)"])
            }
        }
        let said = trace.said.map { $0.split(separator: " ").map(String.init) }.filter { $0.count == 2 }
        let finds = said.compactMap { pair in
            pair[0].contains(/^(connect|socket)-\d+$/) ? Int32(pair[1]).map { (pair[0], $0) } : nil
        }
        let paths = try server.stop().compactMap { $0["path"] as? String }
        return (Dictionary(finds) { $1 }, trace.said.last { $0.hasPrefix("net:[") }, paths)
    }

    /// The permission is the host's to use. The filter of system calls refuses each socket; where it and Landlock are taken out, there
    /// is still no network.
    @Test(.enabled("this machine lacks a layer") { try await WholeSandbox.isHere() })
    func aWorkerWithThePermissionHasNoNetworkOfItsOwn() async throws {
        let all = Set(SandboxLayer.allCases)
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/net")
        // Without a network of its own and without the filter it reaches the server: the attempt is a real one.
        let bare = try await Self.reached(with: [.user])
        #expect(bare.finds["connect-\(AF_INET)"] == 0 && bare.finds["socket-\(AF_UNIX)"] == 0)
        #expect(bare.paths == ["/through-the-host", "/by-itself"] && bare.namespace == own)

        let whole = try await Self.reached(with: all)
        #expect(whole.finds["connect-\(AF_INET)"] == EPERM)
        let sockets = whole.finds.filter { $0.key.hasPrefix("socket-") }
        #expect(sockets.count > 40 && sockets.allSatisfy { $0.value == EPERM }, "\(sockets)")

        let unfiltered = try await Self.reached(with: all.subtracting([.seccomp, .landlock]))
        // Its own loopback is down.
        #expect(unfiltered.finds["connect-\(AF_INET)"] == ENETUNREACH)
        for found in [whole, unfiltered] {
            // Nil where the link cannot be read.
            #expect(found.namespace != own)
            #expect(found.paths == ["/through-the-host"])
        }
    }

    /// Addresses that are none, or that name another host for other programs.
    private static let ambiguous = [
        "https://127.0.0.1/", "https://127.1/", "https://0x7f000001/", "https://[::1]/", "https://me@localhost/",
        "https://localhost:0/",
        "https://localhost:65536/", "https://localhost\\@api.example.com/", "https://localhost /", "ftp://localhost/",
        "localhost", "",
        "https://", "https://local%68ost/", "https://lo_cal/", "https://\u{1F600}/",
    ]

    @Test(arguments: ambiguous) func anAddressThatProgramsCouldReadInTwoWaysIsRefused(url: String) async throws {
        try await FetchingPlugin.with(["*.example.com", "localhost"]) { test in
            let trace = Trace()
            try await test.asking(trace: trace) { window in
                try await window.fetch(url)
                #expect(trace.codes == [1005])
                #expect(await window.question == nil)
            }
        }
    }

    /// What the host writes itself, and what is no header.
    private static let refusedHeaders = [
        "Cookie:a=b", "user-agent:me", "Host:other", "Proxy-Authorization:x", "Sec-Fetch-Site:none", "Bad Name:x",
        "X-Line:a\u{7F}b",
    ]

    @Test(arguments: refusedHeaders) func aHeaderOfTheHostsIsRefused(header: String) async throws {
        try await FetchingPlugin.with { test in
            let trace = Trace()
            try await test.asking(trace: trace) { window in
                try await window.fetch("http://localhost:9/", ["header": header])
                #expect(trace.codes == [1005])
            }
        }
    }

    @Test func aRedirectIsFollowedOnlyToWhereTheExtensionMayGo() async throws {
        let server = try LoopbackServer()
        let strange = try LoopbackServer()
        try await FetchingPlugin.with(["localhost", "a.localhost", "b.localhost"]) { test in
            let trace = Trace()
            try await test.asking(trace: trace) { window in
                func follow(_ status: Int, _ location: String, _ inputs: KeyValuePairs<String, String> = [:])
                    async throws -> Int?
                {
                    try await window.fetch(server.url("/to?\(status)&\(location)"), inputs)
                    if await window.question != nil { try await window.answer(.always) }
                    return trace.codes.last
                }
                #expect(try await follow(302, "/state/none") == 0)
                #expect(trace.fetched.last == "fetch 0 status=404 size=13 nothing there")
                // b is declared, and the person was not asked. c is not declared.
                #expect(try await follow(302, strange.url("/echo", host: "b.localhost")) == 1014)
                #expect(try await follow(302, strange.url("/echo", host: "c.localhost")) == 1013)
                #expect(try await follow(302, "file:///etc/passwd") == 1016)
                #expect(try await follow(302, "//127.0.0.1/") == 1016)
                #expect(try await follow(307, "/to?307&/to?307&/to?307&/to?307&/to?307&/echo") == 1016)
                try await window.fetch(server.url("/echo", host: "a.localhost"))
                try await window.answer(.once)
                let secret: KeyValuePairs = ["header": "Authorization:secret", "method": "PUT", "body": "sent"]
                #expect(try await follow(307, server.url("/echo", host: "a.localhost"), secret) == 0)
                #expect(try await follow(302, "/echo", secret) == 0)
            }
        }
        #expect(try strange.stop().isEmpty)
        let last = try server.stop().suffix(4)
        #expect(last.compactMap { $0["method"] as? String } == ["PUT", "PUT", "PUT", "GET"])
        #expect(last.compactMap { $0["body"] as? String } == ["sent", "sent", "sent", ""])
        // Another host does not get the secret, the same one does.
        let secrets = last.map { ($0["headers"] as? [String: String])?["authorization"] }
        #expect(secrets == ["secret", nil, "secret", "secret"])
    }

    @Test func whatIsTooLargeIsRefused() async throws {
        let server = try LoopbackServer()
        try await FetchingPlugin.with { test in
            let trace = Trace()
            try await test.asking(trace: trace) { window in
                let limit = 4_194_304
                try await window.fetch(server.url("/large?\(limit)"))
                try await window.answer(.once)
                #expect(trace.fetched.first?.hasPrefix("fetch 0 status=200 size=\(limit) xxx") == true)
                try await window.fetch(server.url("/large?\(limit + 1)"))
                #expect(trace.codes == [0, 1016])
                try await window.fetch(server.url("/echo"), by: "large", ["method": "POST", "count": "262144"])
                try await window.fetch(server.url("/echo"), by: "large", ["method": "POST", "count": "262145"])
                #expect(trace.codes == [0, 1016, 0, 1007])
                try await window.fetch(server.url("/echo"), ["body": "of a GET"])
                try await window.fetch(server.url("/echo"), ["method": "TRACE"])
                #expect(trace.codes.suffix(2) == [1005, 1005])
            }
        }
        #expect(try server.stop().count == 3)
    }

    /// Servers that send without end, without a length, or much more than it seems.
    private static let floods = ["/endless", "/bomb?268435456"]

    /// The extension is told so. It would be ended if more than the limit had reached the host, with what its view needs beside.
    @Test(arguments: floods) func whatHasNoEndIsRefused(path: String) async throws {
        let server = try LoopbackServer()
        var policy = Policy.immediate
        policy.transfer = Policy.Rate(burst: 4_194_304 + 65_536, perSecond: 1)
        try await FetchingPlugin.with(policy: policy) { test in
            let trace = Trace()
            try await test.asking(trace: trace) { window in
                try await window.fetch(server.url(path))
                try await window.answer(.once)
                let told = try #require(trace.fetched.first)
                #expect(told.hasPrefix("fetch 1016 status=0 size=0 fetch: \(server.url(path)): "), "\(told)")
                #expect(told.hasSuffix("it sends more than 4,194,304 bytes"), "\(told)")
                #expect(trace.codes == [1016])
                #expect(await window.failure == nil)
                try await window.fetch(server.url("/state/none"))
                #expect(await window.openExtension != nil)
            }
        }
        #expect(try server.stop().count == 2)
    }

    /// The host gets what is below the limit, in small pieces; what it does not take stays in the other process.
    @Test(arguments: floods) func theHostTakesNoMoreThanTheLimit(path: String) throws {
        let server = try LoopbackServer()
        let limit = 1_000_000
        let fetcher = Fetcher(program: Bundle.main.bundlePath + "/mayfly-fetch")
        var pieces: [Int] = []
        let error = #expect(throws: MayflyError.self) {
            _ = try fetcher.fetch(FetchRequest(url: server.url(path), limit: limit, seconds: 300)) { _, piece in
                pieces.append(piece.count)
            }
        }
        #expect(error?.message == "\(server.url(path)): it sends more than 1,000,000 bytes")
        let sum = pieces.reduce(0, +)
        #expect((limit / 2...limit).contains(sum) && pieces.allSatisfy { $0 <= 65_536 }, "\(sum), \(pieces.max() ?? 0)")
        fetcher.end()
        #expect(try server.stop().count == 1)
    }

    /// A server that sends a byte now and then has no more time than one that is silent.
    @Test func whatDripsIsGivenUp() async throws {
        let server = try LoopbackServer()
        var policy = Policy.immediate
        policy.service = .seconds(2)
        try await FetchingPlugin.with(policy: policy) { test in
            let trace = Trace()
            try await test.asking(trace: trace) { window in
                try await window.fetch(server.url("/drip"))
                try await window.answer(.always)
                #expect(trace.fetched.count == 1 && [1012, 1016].contains(trace.codes.first), "\(trace.fetched)")
                #expect(await window.failure == nil)
            }
        }
        #expect(try server.stop().count == 1)
    }

    /// Both hosts are declared, and the person has agreed to both: what counts is where a name leads.
    @Test(.enabled(if: !Sanitizer.isHere, "a sanitizer must be loaded first"))
    func aPublicServerLeadsToNoPrivateOne() async throws {
        let certificates = try Certificates()
        let server = try LoopbackServer(certificate: certificates.path(.good))
        let (near, far) = ("private.mayfly.test", "public.mayfly.test")
        let program = try certificates.trustingProgram(preloading: "two_networks.c")
        try await FetchingPlugin.with([near, far], fetchProgram: program, reach: .everyPublicServer) { test in
            let trace = Trace()
            try await test.asking(trace: trace) { window in
                for host in [near, far] {
                    try await window.fetch(server.url("/echo", host: host))
                    try await window.answer(.always)
                }
                #expect(trace.codes == [1016, 0], "\(trace.fetched)")
                let ways = ["/echo", server.url("/echo", host: far), server.url("/echo", host: near)]
                for way in ways { try await window.fetch(server.url("/to?302&\(way)", host: far)) }
                #expect(trace.codes == [1016, 0, 0, 0, 1016], "\(trace.fetched)")
                let refusal = "\(server.url("/echo", host: near)): it leads to an address that is not public"
                for told in [trace.fetched.first, trace.fetched.last] {
                    #expect(told == "fetch 1016 status=0 size=0 fetch: \(refusal)")
                }
                #expect(trace.lines.filter { $0.hasPrefix("question ") }.count == 2)
            }
        }
        // The server of the private network is the same one, and was asked for nothing under that name.
        let requests = try server.stop()
        let hosts = requests.compactMap { ($0["headers"] as? [String: String])?["host"] }
        #expect(hosts == Array(repeating: "\(far):\(server.port)", count: 6))
        #expect(requests.compactMap { $0["path"] as? String }.count { $0 == "/echo" } == 3)
    }

    @Test func requestsHaveARateAndATime() async throws {
        let server = try LoopbackServer()
        var policy = Policy.immediate
        policy.requests = Policy.Rate(burst: 3, perSecond: 0)
        policy.service = .seconds(1)
        try await FetchingPlugin.with(policy: policy) { test in
            let trace = Trace()
            try await test.asking(trace: trace) { window in
                try await window.fetch(server.url("/silent"))
                try await window.answer(.always)
                #expect(trace.codes == [1012])
                try await window.fetch(server.url("/echo"), by: "many", ["count": "12"])
                // Two of the three were left, and nothing comes back.
                #expect(trace.codes.count == 13 && trace.codes.count { $0 == 1007 } == 10, "\(trace.codes)")
                #expect(trace.codes.count { $0 == 0 } == 2, "\(trace.codes)")
            }
        }
        #expect(try server.stop().count == 3)
    }

    /// What was used up comes back with time.
    @Test func requestsComeBack() async throws {
        let server = try LoopbackServer()
        var policy = Policy.immediate
        policy.requests = Policy.Rate(burst: 1, perSecond: 1)
        try await FetchingPlugin.with(policy: policy) { test in
            let trace = Trace()
            try await test.asking(trace: trace) { window in
                try await window.fetch(server.url("/echo"))
                try await window.answer(.always)
                try await until {
                    try await window.fetch(server.url("/echo"))
                    return trace.codes.count { $0 == 0 } == 2
                }
                #expect(Set(trace.codes).isSubset(of: [0, 1007]), "\(trace.codes)")
            }
        }
        #expect(try server.stop().count == 2)
    }

    @Test func whatItTransfersIsChargedToTheExtension() async throws {
        let server = try LoopbackServer()
        var policy = Policy.immediate
        policy.transfer = Policy.Rate(burst: 1 << 20, perSecond: 1)
        try await FetchingPlugin.with(policy: policy) { test in
            let trace = Trace()
            try await test.asking(trace: trace) { window in
                try await window.fetch(server.url("/large?2000000"))
                await #expect(throws: MayflyError.self) { try await window.answer(.once) }
                let failure = await window.failure?.message ?? ""
                #expect(failure.contains("handed over"), "\(failure)")
            }
        }
        _ = try server.stop()
    }
}
