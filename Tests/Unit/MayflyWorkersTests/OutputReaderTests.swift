import Testing

@testable import MayflyLinux
@testable import MayflyModel
@testable import MayflyWorkers

/// What an extension may print, and how fast, in virtual time.
@Suite struct OutputReaderTests {
    private let start = Moment.now

    private func after(_ milliseconds: Int) -> Moment { start + .milliseconds(milliseconds) }

    /// A reader of an extension that may print 200 bytes at once and 100 a second, and may be made to wait for 250 ms.
    private func reader(of text: String) -> OutputReader {
        var policy = Policy()
        policy.output = Policy.Rate(burst: 200, perSecond: 100)
        policy.outputPatience = .milliseconds(250)
        var reader = OutputReader(policy)
        Array(text.utf8).withUnsafeBytes { reader.append($0) }
        return reader
    }

    private func takeLines(_ count: Int, at moment: Moment, from reader: inout OutputReader) -> [String?] {
        (0..<count).map { _ in reader.nextLine(at: moment) }
    }

    // MARK: The rate

    @Test func chargesShortLinesAsLongerOnes() {
        var reader = reader(of: "a\nb\nc\nd\n")
        #expect(takeLines(3, at: start, from: &reader) == ["a", "b", "c"])
        #expect(!reader.isOverRate, "192 of 200 bytes")
        #expect(reader.hasLine)
        #expect(takeLines(2, at: start, from: &reader) == ["d", nil])
        #expect(reader.isOverRate, "256 of 200 bytes")
        #expect(!reader.hasLine)
    }

    @Test func chargesLongLinesWithTheirEnds() {
        let line = String(repeating: "x", count: 99)
        var reader = reader(of: "\(line)\n\(line)\n\n")
        #expect(takeLines(2, at: start, from: &reader) == [line, line])
        #expect(!reader.isOverRate, "200 of 200 bytes")
        #expect(reader.nextLine(at: start) == "")
        #expect(reader.isOverRate)
    }

    @Test func whatWasPrintedDrainsWithTime() {
        var reader = reader(of: "a\nb\nc\nd\n")
        _ = takeLines(4, at: start, from: &reader)
        reader.advance(to: after(500))
        #expect(reader.isOverRate, "206 of 200 bytes")
        reader.advance(to: after(600))
        #expect(!reader.isOverRate, "196 of 200 bytes")
    }

    @Test func bytesWithoutAnEndOfLineCountOnlyOnceTheyAreReported() {
        var reader = reader(of: String(repeating: "x", count: 1000))
        #expect(reader.nextLine(at: start) == nil)
        #expect(!reader.isOverRate)
    }

    // MARK: Waiting

    @Test func endsOneThatHadToWaitForTooLong() {
        var reader = reader(of: "a\nb\nc\nd\n")
        _ = takeLines(4, at: start, from: &reader)
        #expect(reader.pieces == 16)
        for _ in 0..<3 {
            #expect(reader.hold() == nil)
            #expect(reader.pieces == 1)
        }
        #expect(reader.hold() == .exceeded(.output, used: 256, limit: 200))
    }

    @Test func forgetsTheWaitOnceLessThanHalfOfTheBurstIsUsed() {
        var reader = reader(of: "a\nb\n")
        _ = takeLines(2, at: start, from: &reader)
        #expect(reader.hold() == nil)
        reader.advance(to: after(280))
        reader.relax()
        #expect(reader.pieces == 1, "100 of 200 bytes")
        reader.advance(to: after(290))
        reader.relax()
        #expect(reader.pieces == 16, "99 of 200 bytes")
        for _ in 0..<3 { #expect(reader.hold() == nil, "the patience is whole again") }
    }

    // MARK: The end

    @Test func whatIsLeftAtTheEndHasOneBurstOfItsOwn() {
        var reader = reader(of: "a\nb\nc\nd\ne\nf\n")
        _ = takeLines(4, at: start, from: &reader)
        #expect(reader.hold() == nil)
        reader.end()
        #expect(!reader.isOverRate)
        #expect(reader.pieces == 16)
        #expect(takeLines(3, at: start, from: &reader) == ["e", "f", nil])
        #expect(!reader.isOverRate)
    }

    @Test func theLastLineNeedsNoEnd() {
        var reader = reader(of: "a\nlast")
        #expect(reader.nextLine(at: start) == "a")
        #expect(reader.rest() == "last")
        #expect(reader.rest() == nil)
    }

    @Test func saysHowManyBytesItDrops() {
        var reader = reader(of: "a\nbc\nd")
        #expect(reader.nextLine(at: start) == "a")
        #expect(reader.dropRest() == "and 4 bytes more")
        #expect(!reader.hasLine)
        #expect(reader.rest() == nil)
    }

    @Test func theTailHasWhatWasReportedAndWhatWasNot() {
        var reader = reader(of: "reported\ndropped\n")
        _ = reader.nextLine(at: start)
        _ = reader.dropRest()
        #expect(reader.tail == "reported\ndropped\n")
    }
}
