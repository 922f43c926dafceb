import Testing

@testable import MayflyRPC

@Suite struct FrameSplitterTests {
    private func frames(_ text: String, limit: Int = 10, pieces: Int = .max) -> [FrameSplitter.Frame] {
        var splitter = FrameSplitter(limit: limit)
        let bytes = Array(text.utf8)
        return stride(from: 0, to: bytes.count, by: min(pieces, max(bytes.count, 1))).flatMap { start in
            splitter.take(bytes[start..<min(start + min(pieces, bytes.count), bytes.count)])
        }
    }

    @Test(arguments: [1, 2, 3, 7, 1000]) func thePiecesInWhichBytesComeMeanNothing(pieces: Int) {
        let frames = frames("one\n\ntwo two\nrest", pieces: pieces)
        #expect(frames == [.line(Array("one".utf8)), .line([]), .line(Array("two two".utf8))])
    }

    @Test(arguments: [1, 5, 1000]) func aLineOverTheLimitIsReportedOnceAndLeftOut(pieces: Int) {
        let text = "0123456789\n" + String(repeating: "x", count: 35) + "\nnext\n"
        #expect(frames(text, pieces: pieces) == [.line(Array("0123456789".utf8)), .tooLong, .line(Array("next".utf8))])
    }

    @Test func nothingOfALongLineIsKept() {
        var splitter = FrameSplitter(limit: 10)
        #expect(splitter.take(Array(repeating: 120, count: 1000)) == [.tooLong])
        #expect(splitter.take(Array(repeating: 120, count: 1000)).isEmpty)
        #expect(splitter.take([10, 120, 10]) == [.line([120])])
    }

    @Test(arguments: [9, 10, 11]) func aLineMayHaveAsManyBytesAsTheLimit(count: Int) {
        let line = String(repeating: "x", count: count)
        for pieces in [1, 4, 1000] {
            let first: FrameSplitter.Frame = count > 10 ? .tooLong : .line(Array(line.utf8))
            #expect(frames(line + "\nnext\n", pieces: pieces).first == first)
        }
    }
}
