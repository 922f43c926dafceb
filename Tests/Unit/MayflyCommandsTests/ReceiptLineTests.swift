import Foundation
import MayflyCommands
import MayflyHost
import MayflyModel
import MayflyProtocol
import Testing

@Suite struct ReceiptLineTests {
    /// Only the host creates receipts; this one is decoded from the form in which the store keeps them.
    private func receipt(_ cause: WorkerEnd.Cause, more: String = "") throws -> JSONValue {
        let json = """
            {"cause": \(String(decoding: try JSONEncoder().encode(cause), as: UTF8.self)), "phase": "didPerformAction",
             "lifetimeMicroseconds": 5000, "cpuMicroseconds": 1200, "peakMemoryKiB": 9000, "callbacks": 6, "calls": 2\(more)}
            """
        let end = try JSONDecoder().decode(WorkerEnd.self, from: Data(json.utf8))
        let samples = try Samples()
        return Shapes.event.json(.receipt(samples.tally, end), samples.names)
    }

    @Test func saysNothingOfFailureWhenTheHostEndedIt() throws {
        let receipt = try receipt(.finished)
        #expect(receipt["cause"] == .text("finished"))
        #expect(receipt["failure"] == .null)
        #expect(receipt["lifetime_us"] == .number(5000))
        #expect(receipt["cpu_us"] == .number(1200))
        #expect(receipt["peak_memory_kib"] == .number(9000))
        #expect(receipt["callbacks"] == .number(6))
        #expect(receipt["calls"] == .number(2))
    }

    @Test func namesTheExtensionTheSignalAndThePhase() throws {
        let receipt = try receipt(.crashed(signal: 11))
        #expect(receipt["signal"] == .number(11))
        #expect(receipt["phase"] == .text("didPerformAction"))
        #expect(receipt["failure"] == .text("Tally was closed: it crashed with signal 11 during didPerformAction"))
    }

    @Test func tellsWhereItCrashed() throws {
        let frame = #"{"library": "lib/x.so", "isOwn": true, "symbol": "vote", "address": 4660, "isGuess": false}"#
        let crash = #"{"signal": 11, "code": 1, "faultAddress": 16, "isMainThread": true, "frames": [\#(frame)]}"#
        let receipt = try receipt(.crashed(signal: 11), more: #", "crash": \#(crash), "output": "hi\n""#)
        let sentence = "Tally was closed: it crashed with signal 11 during didPerformAction, in vote() of x.so"
        #expect(receipt["failure"] == .text(sentence))
        #expect(receipt["crash"]["fault_address"] == .text("0x10"))
        guard case .list(let frames) = receipt["crash"]["frames"] else {
            Issue.record("no frames")
            return
        }
        #expect(frames.map { $0["symbol"] } == [.text("vote")])
        #expect(frames.map { $0["address"] } == [.text("0x1234")])
        #expect(receipt["output"] == .text("hi\n"))
    }

    @Test func tellsWhereItWasAtTheDeadline() throws {
        let frame = #"{"library": "lib/x.so", "isOwn": true, "symbol": "count", "address": 4660, "isGuess": false}"#
        let stack = #"{"isMainThread": true, "frames": [\#(frame)]}"#
        let late = WorkerEnd.Cause.unresponsive(callback: "didPerformAction", milliseconds: 2000)
        let receipt = try receipt(late, more: #", "stack": \#(stack)"#)
        let sentence = "Tally was closed: it did not answer didPerformAction within 2000 ms; it was in count() of x.so"
        #expect(receipt["failure"] == .text(sentence))
        #expect(receipt["crash"] == .null)
        #expect(receipt["stack"]["main_thread"] == .boolean(true))
        guard case .list(let frames) = receipt["stack"]["frames"] else {
            Issue.record("no frames")
            return
        }
        #expect(frames.map { $0["symbol"] } == [.text("count")])
    }

    @Test func hasEveryKeyWhereNothingIsKnown() throws {
        let receipt = try receipt(.notStarted(reason: "no room"))
        #expect(receipt["reason"] == .text("no room"))
        #expect(receipt["failure"] == .text("Tally cannot be started: no room"))
        #expect(receipt["crash"] == .null)
        #expect(receipt["stack"] == .null)
        #expect(receipt["refused_calls"] == .list([]))
        #expect(receipt["times_us"]["spawned"] == .null)
        #expect(receipt["bytes_sent"] == .null)
    }

    /// Older versions wrote zeros for an end that no host had seen.
    @Test func anEndThatNoHostSawHasNoNumbers() throws {
        let receipt = try receipt(.hostEnded, more: #", "bytesSent": 0, "bytesReceived": 0"#)
        let numbers = [
            "lifetime_us", "cpu_us", "peak_memory_kib", "callbacks", "calls", "bytes_sent", "bytes_received",
        ]
        for number in numbers { #expect(receipt[number] == .null, "\(number)") }
    }

    @Test func givesTheDetailsOfEachCause() throws {
        #expect(try receipt(.exited(status: 3))["status"] == .number(3))
        let overrun = try receipt(.unresponsive(callback: "viewDidLoad", milliseconds: 2000))
        #expect(overrun["callback"] == .text("viewDidLoad"))
        #expect(overrun["limit_ms"] == .number(2000))
        #expect(try receipt(.launchTimeout(milliseconds: 5000))["limit_ms"] == .number(5000))
        #expect(try receipt(.refused(reason: "not today"))["reason"] == .text("not today"))
        #expect(try receipt(.protocolViolation("a bad frame"))["reason"] == .text("a bad frame"))
    }
}
