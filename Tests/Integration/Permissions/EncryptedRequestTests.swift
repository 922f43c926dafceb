import Foundation
import MayflyHost
import MayflyTesting
import Testing

/// Requests of extensions over HTTPS, as all are outside of tests.
@Suite struct EncryptedRequestTests {
    /// Has the plugin ask for these addresses, one after the other, and gives what it was answered.
    private static func fetch(
        _ urls: [String],
        by program: String?,
        _ inputs: KeyValuePairs<String, String> = [:]
    ) async throws -> Trace {
        let trace = Trace()
        try await FetchingPlugin.with(fetchProgram: program) { test in
            try await test.asking(trace: trace) { window in
                for url in urls {
                    try await window.fetch(url, inputs)
                    if await window.question != nil { try await window.answer(.always) }
                }
            }
        }
        return trace
    }

    @Test func anAnswerArrivesWithItsStatusHeadersAndBody() async throws {
        let certificates = try Certificates()
        let server = try LoopbackServer(certificate: certificates.path(.good))
        let urls = [server.url("/state/token"), server.url("/echo?move=1"), server.url("/echo")]
        let trace = try await Self.fetch(urls, by: certificates.trustingProgram())
        #expect(trace.fetched.first == "fetch 0 status=404 size=13 nothing there")
        #expect(trace.codes == [0, 0, 0] && trace.fetched.last?.contains("status=200 ") == true, "\(trace.fetched)")
        #expect(trace.fetched.last?.contains(#""path": "/echo""#) == true)
        #expect(trace.said.contains("header X-Test-One=first") && trace.said.contains("header X-Test-Two=second"))
        let requests = try server.stop()
        #expect(requests.compactMap { $0["path"] as? String } == ["/state/token", "/echo?move=1", "/echo"])
        // Nothing tells of the person or of the extension, and the cookie of the answer before is not sent.
        let common = [
            "host": "localhost:\(server.port)", "user-agent": "mayfly", "accept": "*/*", "accept-encoding": "gzip",
        ]
        #expect(requests.compactMap { $0["headers"] as? [String: String] } == [common, common, common])
    }

    @Test(arguments: [Certificates.Kind.name, .expired, .unknown])
    func aServerThatCannotProveItsNameGetsNoRequest(kind: Certificates.Kind) async throws {
        let certificates = try Certificates()
        let server = try LoopbackServer(certificate: certificates.path(kind))
        let secret: KeyValuePairs = ["method": "POST", "header": "Authorization:secret", "body": "e4"]
        let trace = try await Self.fetch([server.url("/echo")], by: certificates.trustingProgram(), secret)
        #expect(trace.codes == [1016])
        let fault = try #require(kind.fault)
        #expect(trace.fetched.first?.contains("\(server.url("/echo")): SSL") == true, "\(trace.fetched)")
        #expect(trace.fetched.first?.contains(fault) == true, "\(trace.fetched)")
        #expect(try server.stop().isEmpty)
    }

    /// Only the authorities of the system count for a person who has set nothing.
    @Test func anAuthorityIsTrustedOnlyWhereThePersonSaysSo() async throws {
        let certificates = try Certificates()
        let server = try LoopbackServer(certificate: certificates.path(.good))
        let trace = try await Self.fetch([server.url("/echo")], by: nil)
        #expect(trace.codes == [1016])
        let fault = try #require(Certificates.Kind.unknown.fault)
        #expect(trace.fetched.first?.contains(fault) == true, "\(trace.fetched)")
        #expect(try server.stop().isEmpty)
    }

    /// Also where the host reaches servers over HTTP, as in tests.
    @Test func aRedirectLeavesHTTPSNever() async throws {
        let certificates = try Certificates()
        let server = try LoopbackServer(certificate: certificates.path(.good))
        let plain = try LoopbackServer()
        let urls = [server.url("/to?302&/echo"), server.url("/to?302&\(plain.url("/echo"))")]
        let trace = try await Self.fetch(urls, by: certificates.trustingProgram())
        #expect(trace.codes == [0, 1016])
        #expect(trace.fetched.last?.hasSuffix("fetch: localhost leads from https to http") == true, "\(trace.fetched)")
        #expect(try plain.stop().isEmpty)
        #expect(try server.stop().count == 3)
    }
}
