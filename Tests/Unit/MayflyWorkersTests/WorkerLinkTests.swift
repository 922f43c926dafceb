import CMayflyLinux
import Glibc
import Testing

@testable import MayflyWorkers

/// What the host learns of a worker on its link, however early the worker ends.
@Suite struct WorkerLinkTests {
    /// A worker's end of the link, closed while an order lies in it that was never read.
    private func report(of message: [UInt8]) throws -> WorkerLink {
        var ends: [Int32] = [-1, -1]
        try #require(mayfly_packet_pair(&ends) == 0)
        let report = WorkerLink(socket: ends[0], hasFirstProcess: true)
        #expect(mayfly_send_packet(ends[0], "order", 5, nil, 0) == 0)
        #expect(mayfly_send_packet(ends[1], message, message.count, nil, 0) == 0)
        close(ends[1])
        return report
    }

    @Test func aRefusalIsLearntFromOneThatNeverReadItsOrder() throws {
        var report = try report(of: Array("cannot be entered: a reason".utf8))
        defer { report.closeAll() }
        #expect(report.end() == nil)
        #expect(report.refusal == "cannot be entered: a reason")
    }

    @Test func soIsHowItEnded() throws {
        var report = try report(of: [UInt8(SIGKILL), 0, 0, 0])
        defer { report.closeAll() }
        let end = report.end()
        #expect(end?.exited == 0 && end?.status == SIGKILL)
    }
}
