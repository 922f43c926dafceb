import MayflyCommands
import Testing

@Suite struct TypedLineTests {
    /// Types the bytes of the text; gives the lines, and all that the terminal is told to print.
    private func type(_ text: String, into line: inout TypedLine) -> (lines: [String], shown: String, ended: Bool) {
        var (lines, shown, ended) = ([String](), "", false)
        for byte in text.utf8 {
            switch line.take(byte) {
            case .show(let text): shown += text
            case .line(let text): lines.append(text)
            case .end: ended = true
            }
        }
        return (lines, shown, ended)
    }

    @Test(
        arguments: [
            ("send\n", "send", "send"), ("a\u{7F}b\r", "b", "a\u{8} \u{8}b"), ("\u{7F}x\n", "x", "x"),
            ("tap two\u{17}one\n", "tap one", "tap two" + String(repeating: "\u{8} \u{8}", count: 3) + "one"),
            ("tap two  \u{17}\u{17}\u{17}x\n", "x", "tap two  " + String(repeating: "\u{8} \u{8}", count: 9) + "x"),
            ("all\u{15}none\n", "none", "all" + String(repeating: "\u{8} \u{8}", count: 3) + "none"),
            ("é日\u{7F}🙂\u{7F}e\u{301}\u{7F}\n", "é", nil),
            ("a\u{1B}[Ab\u{1B}[1;5Cc\u{1B}OPd\u{1B}xe\n", "abcde", "abcde"),
            ("a\u{1}\u{0}\u{9}b\u{85}\n", "a b", "a b"),
        ] as [(String, String, String?)]
    )
    func aLineIsWhatIsLeftOfTheTyping(typed: String, expected: String, shown: String?) {
        var line = TypedLine()
        let result = type(typed, into: &line)
        #expect(result.lines == [expected])
        if let shown { #expect(result.shown == shown) }
        #expect(line == TypedLine())
    }

    @Test func wideCharactersAreErasedWhole() {
        var line = TypedLine()
        #expect(type("日🙂a\u{15}", into: &line).shown == "日🙂a" + String(repeating: "\u{8} \u{8}", count: 5))
    }

    @Test func halfALineIsKeptForTheNextPrompt() {
        var line = TypedLine()
        #expect(type("ha", into: &line).lines.isEmpty)
        #expect(line.text == "ha")
        #expect(type("lf\nmore", into: &line).lines == ["half"])
        #expect(line.text == "more")
    }

    @Test func endsInAnEmptyLineOnly() {
        var line = TypedLine()
        #expect(!type("x\u{4}", into: &line).ended)
        #expect(type("\u{7F}\u{4}", into: &line).ended)
    }

    @Test func bytesThatAreNoTextAreDropped() {
        var line = TypedLine()
        for byte: UInt8 in [0xFF, 0xFE, 0x80, 0xC3] { #expect(line.take(byte) == .show("")) }
        #expect(type("ok\n", into: &line).lines == ["ok"])
    }
}
