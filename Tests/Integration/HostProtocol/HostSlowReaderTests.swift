import Foundation
import Testing

/// A client that does not read its answers: it fills no memory of the host, and nobody else waits for it.
@Suite struct HostSlowReaderTests {
    @Test func othersAreServedAndTheHostStaysSmall() async throws {
        try await HostSocketTests.with { path, host, _ in
            let (slow, other) = (try HostSocketTests.connected(to: path), try HostSocketTests.connected(to: path))
            for client in [slow, other] { try client.sayHello() }
            let line = #"{"jsonrpc":"2.0","id":1,"method":"hello","params":{"client":"t","versions":[1]}}"#
            let lines = Array(repeatElement(Array((line + "\n").utf8), count: 200).joined())
            // Some 700 bytes for each answer, until the host closes its end.
            var sent = 0
            do {
                for _ in 0..<10_000 {
                    try slow.send(bytes: lines)
                    sent += 200
                    if sent.isMultiple(of: 2_000) { try other.call("devices.list") }
                }
                Issue.record("all requests were taken")
            } catch let failure as HostClient.Failure {
                throw failure
            } catch {
                // The host has closed its end.
            }
            // What may wait, as text, once more while it is written, and the host itself.
            let peak = try #require(try ProcessState.status(of: host.identifier)["VmHWM"]?.split(separator: " ").first)
            #expect(try #require(Int(peak)) < 160 << 10, "\(peak) KiB after \(sent) requests")
            #expect((try other.call("devices.list")["devices"] as? [Any])?.count == 2)
            host.signal(SIGTERM)
            #expect(try host.finish() == 0)
            #expect(try host.errorText().contains("a connection is closed: more than 16777216 bytes waited"))
        }
    }
}
