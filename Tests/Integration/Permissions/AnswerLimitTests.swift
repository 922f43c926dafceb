import Foundation
import MayflyHost
import MayflyModel
import MayflyTestSupport
import MayflyTesting
import MayflyWorkers
import Testing

/// How far an answer of the person goes, and how often they are asked.
@Suite struct AnswerLimitTests {
    @Test func afterTwoRefusalsNobodyIsAskedAboutOtherServers() async throws {
        let hosts = ["localhost", "a.localhost", "b.localhost"]
        try await FetchingPlugin.with(hosts) { test in
            let trace = Trace()
            try await test.asking(trace: trace) { window in
                for host in hosts.prefix(2) {
                    try await window.fetch("http://\(host):9/")
                    try await window.answer(.no)
                }
                try await window.fetch("http://b.localhost:9/")
                #expect(trace.codes == [1014, 1014, 1014])
                #expect(
                    trace.fetched.last?.contains("the person has refused 2 servers, and is asked about no other")
                        == true
                )
                #expect(trace.lines.filter { $0.hasPrefix("question ") }.count == 2)
                let id = try #require(ExtensionID(rawValue: FetchingPlugin.id))
                #expect(try test.host.withdrawAnswers(of: id) == 2)
                try await window.fetch("http://b.localhost:9/")
                #expect(await window.question != nil)
            }
        }
    }

    /// Another version, perhaps somebody else's, takes the place of the one that asks: what is answered then is not kept for it.
    @Test func anAnswerToAVersionThatWasReplacedCountsOnce() async throws {
        let server = try LoopbackServer()
        let scratch = try ScratchFolder()
        let bundle = try FetchingPlugin.bundle(["localhost"])
        try run("cp", ["-a", bundle, scratch.at("first")])
        try run("cp", ["-a", bundle, scratch.at("second")])
        try scratch.makeFolder("bundles")
        let link = scratch.at("bundles/fetcher.mayfly")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: scratch.at("first"))
        try await TestHost.with(
            bundles: [link],
            policy: .immediate,
            reach: .thisMachineToo,
            pressure: NoMemoryPressure()
        ) { test in
            let trace = Trace()
            try await test.asking(trace: trace) { window in
                try await window.fetch(server.url("/echo"))
                try FileManager.default.removeItem(atPath: link)
                try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: scratch.at("second"))
                try await window.answer(.always)
                try await window.fetch(server.url("/echo"))
                #expect(trace.codes == [0, 0])
                #expect(try test.host.keptAnswers().isEmpty)
            }
        }
        #expect(try server.stop().count == 2)
    }

    /// Whatever header a secret is in, another host does not get it.
    @Test(arguments: ["X-Api-Key", "Authorization", "Token", "Accept-Language"])
    func aRedirectToAnotherHostTakesNoSecretAlong(header: String) async throws {
        let server = try LoopbackServer()
        try await FetchingPlugin.with(["localhost", "a.localhost"]) { test in
            let trace = Trace()
            try await test.asking(trace: trace) { window in
                try await window.fetch(server.url("/echo", host: "a.localhost"))
                try await window.answer(.always)
                for target in [server.url("/echo", host: "a.localhost"), "/echo"] {
                    try await window.fetch(server.url("/to?307&\(target)"), ["header": "\(header):secret"])
                    if await window.question != nil { try await window.answer(.always) }
                }
                #expect(trace.codes == [0, 0, 0])
            }
        }
        let found = try server.stop().suffix(4).map { ($0["headers"] as? [String: String])?[header.lowercased()] }
        #expect(found == ["secret", header == "Accept-Language" ? "secret" : nil, "secret", "secret"])
    }
}
