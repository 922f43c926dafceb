import MayflyCommands
import MayflyTestSupport
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
            ("a\u{1B}[\n", "a", "a"), ("a\u{1B}[1\u{1B}[Ab\n", "ab", "ab"), ("a\u{1B}\u{7F}b\n", "b", nil),
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

    @Test(
        arguments: [
            ("", 0), ("ab日", 4), ("e\u{301}\u{323}x", 2), ("🙂\u{200D}🙂a", 3), ("日本\u{7F}", 2), ("a b\u{15}", 0),
        ]
    )
    func aLineHasTheColumnsOfItsCharacters(typed: String, width: Int) {
        var line = TypedLine()
        _ = type(typed, into: &line)
        #expect(line.width == width)
    }

    /// What is pasted is taken byte by byte, and for each byte is asked how wide the line is.
    @Test(arguments: ["a", "\u{301}"]) func aLongLineIsTakenAsFastAsShortOnes(character: String) {
        func time(_ count: Int, _ lines: Int) -> Int {
            let bytes = Array(String(repeating: character, count: count).utf8)
            return processorTime {
                for _ in 0..<lines {
                    var line = TypedLine()
                    var widest = 0
                    for byte in bytes {
                        _ = line.take(byte)
                        widest = max(widest, line.width)
                    }
                    #expect(widest > 0)
                }
            }
        }
        let (short, long) = (time(256, 16), time(4096, 1))
        #expect(long < 8 * short, "\(long) ns, and \(short) ns for as many characters of short lines")
    }

    @Test func bytesThatAreNoTextAreDropped() {
        var line = TypedLine()
        for byte: UInt8 in [0xFF, 0xFE, 0x80, 0xC3] { #expect(line.take(byte) == .show("")) }
        #expect(type("ok\n", into: &line).lines == ["ok"])
    }
}
