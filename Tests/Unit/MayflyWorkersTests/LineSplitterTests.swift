import Testing

@testable import MayflyWorkers

@Suite struct LineSplitterTests {
    private func append(_ text: String, to splitter: inout LineSplitter) {
        Array(text.utf8).withUnsafeBytes { splitter.append($0) }
    }

    private func lines(of splitter: inout LineSplitter) -> [String] {
        var lines: [String] = []
        while let line = splitter.next() { lines.append(line) }
        return lines
    }

    @Test func givesOneLineAtATimeAndKeepsTheRest() {
        var splitter = LineSplitter()
        append("a\n\nb\nc", to: &splitter)
        #expect(splitter.next() == "a")
        #expect(splitter.hasLine)
        #expect(splitter.count == 4)
        append("d\ne", to: &splitter)
        #expect(lines(of: &splitter) == ["", "b", "cd"])
        #expect(!splitter.hasLine)
        #expect(splitter.rest() == "e")
        #expect(splitter.rest() == nil)
        #expect(splitter.count == 0)
    }

    @Test func cutsALineThatIsTooLong() {
        let longest = LineSplitter.longestLine
        let line = String(repeating: "x", count: longest)
        var splitter = LineSplitter()
        append(line, to: &splitter)
        #expect(!splitter.hasLine)
        append("\n" + line + "yz\n", to: &splitter)
        #expect(lines(of: &splitter) == [line, line, "yz"])
        #expect(splitter.rest() == nil)
    }

    @Test func repairsWhatIsNoText() {
        var splitter = LineSplitter()
        [0x61, 0xFF, 0x0A].map(UInt8.init).withUnsafeBytes { splitter.append($0) }
        #expect(splitter.next() == "a\u{FFFD}")
    }
}
