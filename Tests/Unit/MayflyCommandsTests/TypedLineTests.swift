import MayflyCommands
import MayflyTestSupport
import Testing

@Suite struct TypedLineTests {
    /// Types the bytes of the text; gives the lines, and whether the input has ended.
    private func type(_ text: String, into line: inout TypedLine) -> (lines: [String], ended: Bool) {
        var (lines, ended) = ([String](), false)
        for byte in text.utf8 {
            switch line.take(byte) {
            case .line(let text): lines.append(text)
            case .end: ended = true
            case .edited, .complete, .earlier, .later, .report: break
            }
        }
        return (lines, ended)
    }

    @Test(
        arguments: [
            ("send\n", "send"), ("a\u{7F}b\r", "b"), ("\u{7F}x\n", "x"), ("tap two\u{17}one\n", "tap one"),
            ("tap two  \u{17}\u{17}\u{17}x\n", "x"), ("all\u{15}none\n", "none"),
            ("é日\u{7F}🙂\u{7F}e\u{301}\u{7F}\n", "é"),
            ("a\u{1B}[Ab\u{1B}[1;5Cc\u{1B}OPd\u{1B}xe\n", "abcde"),
            ("a\u{1B}[\n", "a"), ("a\u{1B}[1\u{1B}[Ab\n", "ab"), ("a\u{1B}\u{7F}b\n", "b"),
            ("a\u{0}\u{C}b\u{85}\n", "ab"),
        ] as [(String, String)]
    )
    func aLineIsWhatIsLeftOfTheTyping(typed: String, expected: String) {
        var line = TypedLine()
        #expect(type(typed, into: &line).lines == [expected])
        #expect(line == TypedLine())
    }

    @Test(
        arguments: [
            ("bc\u{1}a\u{5}d\n", "abcd"), ("bc\u{1B}[Ha\u{1B}[Fd\n", "abcd"), ("bc\u{1B}[1~a\u{1B}[4~d\n", "abcd"),
            ("ac\u{1B}[Db\u{1B}[Cd\n", "abcd"), ("ac\u{2}b\u{6}d\n", "abcd"), ("日é\u{1B}[D\u{7F}x\n", "xé"),
            ("abc\u{1B}[D\u{1B}[D\u{1B}[3~\n", "ac"), ("abc\u{1}\u{4}\n", "bc"), ("abc\u{2}\u{2}\u{B}\n", "a"),
            ("one two\u{1B}[1;5D\u{15}\n", "two"), ("one two\u{1}\u{1B}[1;5C\u{B}\n", "one"),
            ("a\u{1B}[D\u{1B}[D\u{1B}[Db\n", "ba"), ("a\u{1B}[C\u{1B}[3~b\n", "ab"),
        ]
    )
    func theKeysMoveTheCursor(typed: String, expected: String) {
        var line = TypedLine()
        #expect(type(typed, into: &line).lines == [expected])
    }

    @Test(
        arguments: [
            ("\u{1B}[A", TypedLine.Effect.earlier), ("\u{1B}OA", .earlier), ("\u{10}", .earlier), ("\u{1B}[B", .later),
            ("\u{E}", .later), ("\t", .complete), ("x\u{1B}[5~", .edited), ("\u{4}", .end), ("x\u{4}", .edited),
        ]
    )
    func theLastKeyHasItsEffect(typed: String, effect: TypedLine.Effect) {
        var line = TypedLine()
        #expect(typed.utf8.map { line.take($0) }.last == effect)
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

    /// What is pasted is taken byte by byte.
    @Test(arguments: ["a", "\u{301}"]) func aLongLineIsTakenAsFastAsShortOnes(character: String) {
        func time(_ count: Int, _ lines: Int) -> Int {
            let bytes = Array(String(repeating: character, count: count).utf8)
            return processorTime {
                for _ in 0..<lines {
                    var line = TypedLine()
                    for byte in bytes { _ = line.take(byte) }
                    #expect(!line.left.isEmpty)
                }
            }
        }
        let (short, long) = (time(256, 16), time(4096, 1))
        #expect(long < 8 * short, "\(long) ns, and \(short) ns for as many characters of short lines")
    }

    @Test func bytesThatAreNoTextAreDropped() {
        var line = TypedLine()
        for byte: UInt8 in [0xFF, 0xFE, 0x80, 0xC3] { #expect(line.take(byte) == .edited) }
        #expect(type("ok\n", into: &line).lines == ["ok"])
    }

    /// The answers of a terminal come between the keys, and are not typed.
    @Test(
        arguments: [
            ("\u{1B}[?62;4;22c", .attributes([62, 4, 22])), ("\u{1B}[6;20;10t", .cell(width: 10, height: 20)),
            ("\u{1B}_Gi=31;OK\u{1B}\\", .kitty), ("\u{1B}_Gi=31;ENOTSUPPORTED:no\u{1B}\\", nil),
            ("\u{1B}_Gi=7;OK\u{1B}\\", nil), ("\u{1B}[4;20;10t", nil), ("\u{1B}[1c", nil),
        ] as [(String, TerminalReport?)]
    )
    func answersOfTheTerminalAreNotTyped(answer: String, report: TerminalReport?) {
        var line = TypedLine()
        let reports = "ab\(answer)c".utf8.compactMap { byte in
            if case .report(let report) = line.take(byte) { report } else { nil }
        }
        #expect(reports == [report].compactMap(\.self))
        #expect(line.text == "abc")
    }

    @Test func altAndALineIsNoAnswer() {
        var line = TypedLine()
        #expect(type("a\u{1B}_b\u{1B}_Gc\nd\n", into: &line).lines == ["ab", "d"])
    }
}
