import MayflyModel
import MayflyViews
import Testing

@Suite struct CardPrinterTests {
    @Test func cutsTextUnlessItWraps() throws {
        let long = "The quick brown fox jumps over the lazy dog"
        #expect(try drawn(text(long), width: 20) == ["The quick brown fox…"])
        #expect(
            try drawn(#"{"type":"TextBlock","text":"\#(long)","wrap":true}"#, width: 20)
                == ["The quick brown fox", "jumps over the lazy", "dog"]
        )
        #expect(
            try drawn(#"{"type":"TextBlock","text":"\#(long)","wrap":true,"maxLines":2}"#, width: 20)
                == ["The quick brown fox", "jumps over the lazy…"]
        )
    }

    @Test func alignsText() throws {
        func aligned(_ side: String) throws -> [String] {
            try drawn(#"{"type":"TextBlock","text":"abcd","horizontalAlignment":"\#(side)"}"#, width: 20)
        }
        #expect(try aligned("left") == ["abcd"])
        #expect(try aligned("center") == ["        abcd"])
        #expect(try aligned("right") == ["                abcd"])
    }

    @Test func keepsSpacesOfLinesThatFit() throws {
        #expect(try drawn(text(#"x |   | o\n  | x |"#)) == ["x |   | o", "  | x |"])
    }

    @Test func countsWideCharactersAsTwoCells() throws {
        #expect(try drawn(#"{"type":"TextBlock","text":"日本語のカードです。","wrap":true}"#, width: 20) == ["日本語のカードです。"])
        #expect(
            try drawn(#"{"type":"TextBlock","text":"日本語のカードを描く。","wrap":true}"#, width: 20)
                == ["日本語のカードを描く", "。"]
        )
        #expect(
            try drawn(#"{"type":"TextBlock","text":"🍦🍨","horizontalAlignment":"right"}"#, width: 20)
                == ["                🍦🍨"]
        )
    }

    @Test func drawsPicturesByTheirText() throws {
        #expect(
            try drawn(#"{"type":"Image","url":"a.png","altText":"A cone"},{"type":"Image","url":"b.png"}"#)
                == ["[picture: A cone]", "[picture]"]
        )
    }

    @Test func drawsSeparatorAndSpacingBetweenElements() throws {
        let lines = try drawn(
            #"""
            {"type":"TextBlock","text":"a","separator":true},
            {"type":"TextBlock","text":"b","separator":true},
            {"type":"TextBlock","text":"c","spacing":"Large"}
            """#,
            width: 20
        )
        #expect(lines == ["a", "────────────────────", "b", "", "c"])
    }

    @Test func leavesOutInvisibleElements() throws {
        let lines = try drawn(
            #"""
            {"type":"Container","isVisible":false,"items":[{"type":"Input.Toggle","id":"t","title":"no"}]},
            {"type":"Input.Toggle","id":"u","title":"yes"}
            """#
        )
        #expect(lines == ["(1) [ ] yes"])
    }

    @Test func drawsFactsInTwoColumns() throws {
        let lines = try drawn(
            #"""
            {"type":"FactSet","facts":[{"title":"Mint","value":"2 votes"},
              {"title":"Lemon","value":"no vote at all so far, alas"}]}
            """#,
            width: 24
        )
        #expect(lines == ["Mint   2 votes", "Lemon  no vote at all so", "       far, alas"])
    }

    @Test func drawsButtonsInRowsThatFit() throws {
        let button = #"{"type":"Action.Submit","title":"Button"}"#
        let disabled = #"{"type":"Action.Submit","title":"Off","isEnabled":false}"#
        let lines = try drawn(text("a"), actions: [button, button, disabled, button].joined(separator: ","), width: 24)
        #expect(lines == ["a", "", "[1] Button   [2] Button", "[-] Off   [3] Button"])
    }

    @Test func drawsInputsWithTheirNumbers() throws {
        #expect(
            try drawn(poll.body, actions: poll.actions) == [
                "Flavour*", "(1) ( ) Mint", "(2) ( ) Lemon", "(3) [x] Nuts", "(4) [x] Sauce", "(5) [ ] Cream",
                "(6) [ ] In a cone", "(7) Name: Ann____", "", "[8] Vote   [9] Cancel",
            ]
        )
    }

    @Test func drawsWhatThePersonPutIn() throws {
        var card = try card(poll.body)
        var inputs = CardInputs(card)
        try inputs.set("name", to: "Bo", style: .expanded)
        for name in ["Lemon", "Nuts", "cone"] { _ = try inputs.tap(card.control(.typed(name)), in: &card) }
        #expect(
            CardPrinter(style: .expanded).lines(of: card, inputs: inputs) == [
                "Flavour*", "(1) ( ) Mint", "(2) (o) Lemon", "(3) [ ] Nuts", "(4) [x] Sauce", "(5) [ ] Cream",
                "(6) [x] In a cone", "(7) Name: Bo____",
            ]
        )
    }

    @Test func drawsTextInputsWithLabelPlaceholderOrID() throws {
        let lines = try drawn(
            #"""
            {"type":"Input.Text","id":"a","label":"City","placeholder":"where","isRequired":true},
            {"type":"Input.Text","id":"b","placeholder":"when"},
            {"type":"Input.Text","id":"c"},
            {"type":"Input.Text","id":"d","label":"Note","isMultiline":true,"value":"one\ntwo"}
            """#
        )
        #expect(
            lines == ["(1) City*: ____ (where)", "(2) ____ (when)", "(3) c: ____", "(4) Note: one", "    two____"]
        )
    }

    @Test(arguments: [PresentationStyle.compact, .transcript])
    func saysThatTextInputsNeedExpandedStyle(style: PresentationStyle) throws {
        let card = try card(#"{"type":"Input.Text","id":"a","label":"City"}"#)
        #expect(
            CardPrinter(style: style).lines(of: card, inputs: CardInputs(card))
                == ["(1) City: ____ (needs expanded style)"]
        )
    }

    @Test func numbersTappableBlocksAtTheirFirstLine() throws {
        let action = #"{"type":"Action.Submit","id":"pick"}"#
        let lines = try drawn(
            #"""
            {"type":"Container","selectAction":\#(action),"items":[\#(text("Mint")),\#(text("2 votes"))]},
            {"type":"Image","url":"x","altText":"Cone","selectAction":\#(action)},
            {"type":"Container","selectAction":{"type":"Action.Submit","title":"Bare"}}
            """#
        )
        #expect(lines == ["[1] Mint", "    2 votes", "[2] [picture: Cone]", "[3] Bare"])
    }

    @Test func marksStylesOnlyWhenAskedTo() throws {
        let card = try card(
            #"""
            {"type":"TextBlock","text":"a","weight":"bolder","color":"good"},
            {"type":"TextBlock","text":"b","isSubtle":true},{"type":"TextBlock","text":"c"}
            """#
        )
        let inputs = CardInputs(card)
        #expect(CardPrinter().lines(of: card, inputs: inputs) == ["a", "b", "c"])
        #expect(
            CardPrinter(ansi: true).lines(of: card, inputs: inputs)
                == ["\u{1B}[1;32ma\u{1B}[0m", "\u{1B}[2mb\u{1B}[0m", "c"]
        )
    }

    @Test func neverPassesOnControlCharacters() throws {
        let evil = #"\u001b]0;x\u0007\u009b2J\u202e\u2028\r\u007f"#
        let card = try card(
            #"""
            {"type":"TextBlock","text":"\#(evil)"},{"type":"Image","url":"x","altText":"\#(evil)\n"},
            {"type":"FactSet","facts":[{"title":"\#(evil)\n","value":"\#(evil)"}]},
            {"type":"Input.Text","id":"a","label":"\#(evil)\n","value":"\#(evil)","placeholder":"\#(evil)"},
            {"type":"Input.Text","id":"\#(evil)","placeholder":"\#(evil)"},
            {"type":"Input.Toggle","id":"b","label":"\#(evil)","title":"\#(evil)\n"},
            {"type":"Input.ChoiceSet","id":"c","label":"\#(evil)","choices":[{"title":"\#(evil)","value":"\#(evil)"}]},
            {"type":"\#(evil)"}
            """#,
            actions: #"{"type":"Action.Submit","title":"\#(evil)\n"}"#
        )
        let lines = CardPrinter(width: 200).lines(of: card, inputs: CardInputs(card)) + card.notes
        let harmful: Set<Unicode.Scalar> = ["\u{202E}", "\u{2028}", "\u{7F}"]
        for line in lines {
            #expect(
                !line.unicodeScalars.contains {
                    $0.value < 0x20 || (0x80...0x9F).contains($0.value) || harmful.contains($0)
                }
            )
        }
        // A carriage return is a line break of the format.
        #expect(lines.prefix(2) == [#"\u{1B}]0;x\u{7}\u{9B}2J\u{202E}\u{2028}"#, #"\u{7F}"#])
    }
}
