import MayflyTestSupport
import Testing

@testable import MayflyServer

@Suite struct EventLogTests {
    private func log(of count: Int, kept: Int = 100, bytes: Int = 1 << 20) -> EventLog {
        let log = EventLog(mostEvents: kept, mostBytes: bytes)
        for _ in 0..<count { log.append("view") { "\($0)" } }
        return log
    }

    @Test func eventsComeInOrderAndEachOnce() async {
        let log = log(of: 10)
        var (read, next) = ([String](), 0)
        while next < 10 {
            let batch = await log.next(after: next, most: 3, within: .zero)
            #expect(batch.gap == nil)
            read += batch.events
            next = batch.next
        }
        #expect(read == (1...10).map(String.init))
    }

    @Test func aReaderThatWasAwayTooLongIsToldWhatItMissed() async {
        let log = log(of: 250, kept: 100)
        let batch = await log.next(after: 20, most: 10, within: .zero)
        #expect(batch.gap == 21...150)
        #expect(batch.events.isEmpty)
        #expect(batch.next == 150)
        #expect(await log.next(after: batch.next, most: 1, within: .zero).events == ["151"])
    }

    @Test func bytesAreBoundedToo() async {
        let log = EventLog(mostEvents: 1_000, mostBytes: 1_000)
        for _ in 0..<50 { log.append("view") { _ in String(repeating: "x", count: 100) } }
        #expect(await log.next(after: 0, most: 1, within: .zero).gap == 1...40)
    }

    @Test func aReaderWaitsForTheNextEvent() async {
        let log = log(of: 1)
        async let batch = log.next(after: 1, most: 10, within: .seconds(3600))
        await Task.yield()
        log.append("view") { "\($0)" }
        #expect(await batch.events == ["2"])
    }

    @Test func aReaderThatWaitsLongEnoughGetsNothing() async {
        let batch = await log(of: 1).next(after: 1, most: 10, within: .milliseconds(1))
        #expect(batch.events.isEmpty)
        #expect(batch.next == 1)
        #expect(!batch.isEnd)
    }

    @Test func theEndWakesReaders() async {
        let log = log(of: 1)
        async let batch = log.next(after: 1, most: 10, within: .seconds(3600))
        await Task.yield()
        log.close()
        #expect(await batch.isEnd)
        log.append("view") { "\($0)" }
        #expect(log.last == 1)
    }

    @Test func aCancelledReaderReturns() async {
        let log = log(of: 0)
        let reader = Task { await log.next(after: 0, most: 1, within: .seconds(3600)) }
        reader.cancel()
        #expect(await reader.value.events.isEmpty)
    }

    @Test func aReaderGetsTheKindsThatItAsksFor() async {
        let log = EventLog()
        for number in 1...6 { log.append(number % 3 == 0 ? "view" : "call") { "\($0)" } }
        let batch = await log.next(after: 0, of: ["view"], most: 1, within: .zero)
        #expect(batch.events == ["3"] && batch.next == 3)
        #expect(await log.next(after: 3, of: ["view", "draft"], most: 9, within: .zero).events == ["6"])
        #expect(await log.next(after: 3, of: ["draft"], most: 9, within: .zero).next == 6)
        log.close()
        #expect(await log.next(after: 3, of: ["draft"], most: 9, within: .zero).isEnd)
    }

    /// It sleeps on, and what is not kept of others is no gap for it.
    @Test func aReaderWaitsForItsKinds() async {
        let log = log(of: 1, kept: 10)
        let reader = Task { await log.next(after: 1, of: ["draft"], most: 10, within: .seconds(3600)) }
        while !log.isWaitedFor { await Task.yield() }
        for _ in 0..<50 { log.append("view") { "\($0)" } }
        #expect(log.isWaitedFor)
        log.append("draft") { "\($0)" }
        let batch = await reader.value
        #expect(batch.events == ["52"])
        #expect(batch.gap == nil && batch.next == 52)
    }

    @Test func aReaderOfOtherKindsGoesOnAfterWhatItDoesNotWant() async {
        let log = log(of: 5)
        let batch = await log.next(after: 1, of: ["draft"], most: 10, within: .milliseconds(1))
        #expect(batch.events.isEmpty && batch.next == 5 && batch.gap == nil)
    }
}
