import MayflyModel
import Testing

@testable import MayflyViews

/// How a terminal draws what cards have had since 1.1.
@Suite struct WholeCardDrawingTests {
    @Test func drawsTablesInColumnsOfOneWidth() throws {
        func cell(_ words: String) -> String { #"{"type":"TableCell","items":[\#(text(words))]}"# }
        func row(_ cells: String...) -> String {
            #"{"type":"TableRow","cells":[\#(cells.map(cell).joined(separator: ","))]}"#
        }
        let rows = [row("Name", "Votes"), row("Mint", "2"), row("Lemon", "10")].joined(separator: ",")
        let columns = #"[{"width":1},{"width":1,"horizontalCellContentAlignment":"right"}]"#
        #expect(
            try drawn(#"{"type":"Table","columns":\#(columns),"rows":[\#(rows)]}"#, width: 23)
                == [
                    "Name       │      Votes", String(repeating: "─", count: 23), "Mint       │          2",
                    String(repeating: "─", count: 23), "Lemon      │         10",
                ]
        )
        #expect(
            try drawn(#"{"type":"Table","showGridLines":false,"columns":\#(columns),"rows":[\#(rows)]}"#, width: 22)
                == [
                    "Name             Votes", String(repeating: "─", count: 22), "Mint                 2",
                    "Lemon               10",
                ]
        )
    }

    @Test func drawsRichTextListsAndLinks() throws {
        let card = try card(
            #"""
            {"type":"TextBlock","wrap":true,"text":"See [the page](https://e.org) **now**:\n- one long item of a list\n- two"},
            {"type":"RichTextBlock","inlines":["a ",{"type":"TextRun","text":"b","weight":"bolder","italic":true,
             "selectAction":{"type":"Action.Submit","id":"s"}}]}
            """#
        )
        let inputs = CardInputs(card)
        #expect(
            CardPrinter(width: 20).lines(of: card, inputs: inputs)
                == ["See [1] the page", "now:", "• one long item of a", "  list", "• two", "a [2] b"]
        )
        #expect(card.controls.map(\.kind).first == .link("https://e.org"))
        #expect(
            CardPrinter(width: 20, ansi: true).lines(of: card, inputs: inputs).last == "a \u{1B}[1;3m[2] b\u{1B}[0m"
        )
    }

    @Test func drawsMediaAndPicturesOfTheWebAsLinks() throws {
        let lines = try drawn(
            #"""
            {"type":"Media","altText":"A film","sources":[{"mimeType":"video/mp4","url":"https://e.org/f.mp4"}]},
            {"type":"ImageSet","images":[{"type":"Image","url":"https://e.org/a.png","altText":"Far"},
             {"type":"Image","url":"bundle:b.png","altText":"Near"}]}
            """#
        )
        #expect(lines == ["[movie: A film]", "[1] video/mp4", "[2] [picture: Far]", "[picture: Near]"])
    }

    @Test func drawsInputsOfEachKind() throws {
        let lines = try drawn(
            #"""
            {"type":"Input.Number","id":"n","label":"Age","min":1,"max":9,"value":3},
            {"type":"Input.Date","id":"d","label":"Day"},{"type":"Input.Time","id":"t","label":"At","max":"20:00"},
            {"type":"Input.Text","id":"x","label":"Note","inlineAction":{"type":"Action.Submit","title":"Send"}}
            """#,
            width: 60
        )
        #expect(
            lines == [
                "(1) Age: 3____ (1 to 9)", "(2) Day: ____ (YYYY-MM-DD)", "(3) At: ____ (HH:MM, 20:00 or less)",
                "(4) Note: ____",
                "[5] Send",
            ]
        )
    }

    @Test func actionsOfAMenuComeLast() throws {
        let lines = try drawn(
            "",
            actions: #"{"type":"Action.Submit","title":"A","mode":"secondary"},{"type":"Action.Submit","title":"B"}"#
        )
        #expect(lines == ["[1] B   [2] A"])
    }

    @Test func refreshIsAButton() throws {
        let card = try Card(
            json:
                #"{"type":"AdaptiveCard","version":"1.4","refresh":{"action":{"type":"Action.Execute","verb":"again"}},"authentication":{}}"#
        )
        #expect(card.actions.map(\.label) == ["Refresh"])
        #expect(
            card.notes == [
                "the card has an 'authentication', which this host does not offer; the card is shown without"
            ]
        )
    }
}
