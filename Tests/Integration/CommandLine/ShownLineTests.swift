import MayflyCommands
import Testing

/// What a terminal shows of a line, whatever keys were pressed.
@Suite struct ShownLineTests {
    private static let keys = [
        "a", "b ", "word", " ", "\u{7F}", "\u{1B}[D", "\u{1B}[C", "\u{1}", "\u{5}", "\u{17}", "\u{1B}[3~",
        "\u{1B}[1;5D",
        "\u{1B}[D\u{1B}[D\u{1B}[D",
    ]

    private static func type(_ keys: String, into line: inout TypedLine) {
        for byte in keys.utf8 { #expect(line.take(byte) == .edited) }
    }

    /// Of a terminal that obeys escape sequences, in one row and in several; and of another where the line fits.
    @Test(
        arguments: [(80, true), (20, true), (9, true), (nil, true), (nil, false), (100, false)] as [(Int?, Bool)],
        1...8
    )
    func theTerminalShowsTheLineAndTheCursor(_ kind: (columns: Int?, takesEscapes: Bool), seed: Int) {
        let terminal = ShownLine.Terminal(columns: kind.columns, takesEscapes: kind.takesEscapes)
        var (line, shown) = (TypedLine(), ShownLine(prompt: "> "))
        var image = TerminalImage(of: shown.begin(line, at: terminal), columns: kind.columns ?? .max, height: 1000)
        var state = UInt64(seed)
        for _ in 0..<200 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let key = Self.keys[Int(state >> 33) % Self.keys.count]
            guard line.text.count < 90 || key.first.map({ $0.isLetter || $0 == " " }) == false else { continue }
            Self.type(key, into: &line)
            image.print(shown.change(to: line, at: terminal))
            let whole = image.rows.joined()
            #expect(whole.hasPrefix("> " + line.text) && whole.dropFirst(2 + line.text.count).allSatisfy { $0 == " " })
            #expect(image.textBeforeCursor(from: 0) == "> " + line.left, "\(whole)")
        }
    }

    /// It has no escape sequences, and the line more than a row: the part around the cursor stands in a new one.
    @Test func aTerminalWithoutEscapeSequencesShowsThePartAroundTheCursor() {
        let terminal = ShownLine.Terminal(columns: 20, takesEscapes: false)
        var (line, shown) = (TypedLine(), ShownLine(prompt: "> "))
        var output = shown.begin(line, at: terminal)
        for keys in ["one two three four five six", "\u{1B}[1;5D\u{1B}[1;5D", "x", "\u{5}", "\u{15}short"] {
            Self.type(keys, into: &line)
            output += shown.change(to: line, at: terminal)
        }
        let rows = output.split(separator: "\n").map { $0.split(separator: "\r").map(String.init) }
        #expect(
            rows == [
                ["> one two three four five six"], ["> ree four five six", "> ree four "],
                ["> ee four xfive six", "> ee four x"], ["> one two three four xfive six"], ["> short"],
            ],
            "\(rows)"
        )
    }

    @Test func aNewPromptShowsTheCursorInItsPlace() {
        var line = TypedLine()
        Self.type("one two three four five\u{1B}[1;5D", into: &line)
        for terminal in [ShownLine.Terminal(columns: 12, takesEscapes: true), .init(columns: 80, takesEscapes: false)] {
            var shown = ShownLine(prompt: "> ")
            let image = TerminalImage(of: shown.begin(line, at: terminal), columns: terminal.columns ?? 80)
            #expect(image.rows.joined() == "> one two three four five")
            #expect(image.textBeforeCursor(from: 0) == "> one two three four ")
        }
    }
}
