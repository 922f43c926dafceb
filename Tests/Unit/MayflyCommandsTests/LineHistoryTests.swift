import MayflyCommands
import Testing

@Suite struct LineHistoryTests {
    private func history(_ lines: String...) -> LineHistory {
        var history = LineHistory()
        for line in lines { history.add(line) }
        return history
    }

    @Test func goesToEarlierLinesAndBackToWhatIsTyped() {
        var history = history("one", "two")
        #expect(history.later() == nil)
        #expect(history.earlier(than: "half") == "two")
        #expect(history.earlier(than: "two") == "one")
        #expect(history.earlier(than: "one") == nil)
        #expect(history.later() == "two")
        #expect(history.later() == "half")
        #expect(history.later() == nil)
    }

    @Test func keepsNoBlankLinesAndNoLineTwiceInARow() {
        var history = history("one", "", "  ", "one", "two", "one")
        let lines = (0..<4).map { _ in history.earlier(than: "") }
        #expect(lines == ["one", "two", "one", nil])
    }

    @Test func aLineThatIsEnteredIsTheLast() {
        var history = history("one", "two")
        _ = history.earlier(than: "")
        _ = history.earlier(than: "two")
        history.add("three")
        #expect(history.earlier(than: "") == "three")
    }

    @Test func keepsTheNewestLinesAndNoLongOnes() {
        var history = LineHistory()
        for number in 1...600 { history.add("line \(number)") }
        history.add(String(repeating: "x", count: 20_000))
        var lines: [String] = []
        while let line = history.earlier(than: "") { lines.append(line) }
        #expect(lines.count == 500 && lines.first == "line 600" && lines.last == "line 101")
    }
}
