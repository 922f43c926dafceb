import MayflyModel
import MayflyViews
import Testing

@Suite struct LimitTests {
    @Test func refusesHundredThousandLevels() {
        let bombs = [
            String(repeating: "[", count: 100_000),
            String(repeating: #"{"a":"#, count: 50_000),
            String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000),
        ]
        for bomb in bombs {
            let error = failure { _ = try Card(json: bomb) }
            #expect(error?.code == .invalidView)
            #expect(
                error?.message.hasPrefix("the view is nested deeper than 32 levels of JSON at line 1, column ") == true
            )
        }
    }

    @Test func bracketsInStringsAreNoDepth() throws {
        let card = try card(text(#"\"\\"# + String(repeating: "[{", count: 100)))
        #expect(card.body.count == 1)
    }

    @Test func takesExactlyTheAllowedDepth() throws {
        // The card, its body and each container with its items: 2 + 2 × 15 levels.
        func nested(_ count: Int) -> String {
            String(repeating: #"{"type":"Container","items":["#, count: count) + String(repeating: "]}", count: count)
        }
        #expect(try card(nested(15)).body.count == 1)
        #expect(failure { _ = try card(nested(16)) }?.code == .invalidView)
    }

    @Test func refusesHundredMegabytesBySize() {
        let json = String(repeating: "x", count: 100_000_000)
        let error = failure { _ = try Card(json: json) }
        #expect(error?.message == "the view is 100000000 bytes of JSON; at most 262144 are allowed")
    }

    @Test func refusesRawControlCharacters() {
        let error = failure { _ = try card("{\"type\":\"TextBlock\",\"text\":\"a\u{0}b\"}") }
        #expect(error?.code == .invalidView)
        #expect(error?.message.hasPrefix("the view is not JSON: line 1, column ") == true)
    }

    @Test func countsElementsChoicesAndFacts() throws {
        let texts = Array(repeating: text("a"), count: 1_000)
        #expect(try card(texts.joined(separator: ",")).body.count == 1_000)
        let fact = #"{"title":"a","value":"b"}"#
        let facts = #"{"type":"FactSet","facts":[\#(Array(repeating: fact, count: 1_000).joined(separator: ","))]}"#
        for body in [(texts + [text("a")]).joined(separator: ","), facts] {
            let error = failure { _ = try card(body) }
            #expect(error?.message == "the view has more than 1000 elements")
        }
    }

    @Test func limitHoldsInsideAPartWithFallback() {
        let many = Array(repeating: text("a"), count: 1_001).joined(separator: ",")
        let error = failure { _ = try card(#"{"type":"Container","fallback":"drop","items":[\#(many)]}"#) }
        #expect(error?.code == .invalidView)
    }

    /// Pictures are looked up by their names in many places: those are short, and of ASCII.
    @Test func namesOfPicturesAreShort() throws {
        let end = String(repeating: "\u{316}\u{301}", count: 1_000)
        let addresses = [
            "bundle:picture.png", "private:a" + end, "private:b" + end, "data:image/png;base64,AAAA", "é.png",
        ]
        let images = addresses.map { #"{"type":"Image","url":"\#($0)"}"# }
        let pictures = try card(images.joined(separator: ",")).body.compactMap { element -> CardPicture? in
            if case .image(let image) = element.content { image.picture } else { nil }
        }
        #expect(pictures.count == 5 && Set(pictures).count == 5 && Set(pictures.map(\.name)).count == 5)
        #expect(pictures[0].name == "bundle:picture.png")
        for picture in pictures {
            #expect(picture.name.utf8.count <= 128 && picture.name.utf8.allSatisfy { $0 < 0x7F })
        }
        // Each is found by its name.
        let whole = try card(images.joined(separator: ","))
        for picture in pictures { #expect(try whole.picture(named: picture.name) == picture) }
    }

    @Test func refusesALongAddressOfAPicture() throws {
        let (most, limit) = (String(repeating: "a", count: 4_096), 4_096)
        func image(_ address: String) -> String { #"{"type":"Image","url":"\#(address)"}"# }
        #expect(try card(image(most)).body.count == 1)
        let note = "an address of 4097 bytes; the limit is \(limit)"
        let elements = [
            image(most + "a"), #"{"type":"Container","items":[],"backgroundImage":"\#(most)a"}"#,
            #"{"type":"Media","sources":[],"poster":"\#(most)a"}"#,
            #"{"type":"ActionSet","actions":[{"type":"Action.Submit","title":"Go","iconUrl":"\#(most)a"}]}"#,
        ]
        for element in elements {
            let card = try card(element)
            #expect(card.notes.count == 1 && card.notes.first?.contains(note) == true, "\(card.notes)")
        }
        // A picture may be in its address.
        #expect(try card(image("data:image/png;base64," + most)).body.count == 1)
    }

    /// A page draws a text in a column for as long as the column is narrow: what would take it too long is left out, and the rest is drawn.
    @Test func boundsTheTextOfColumnsInsideOfOthers() throws {
        func nested(_ words: String, _ count: Int) -> String {
            (0..<count).reduce(text(words)) { inner, _ in
                #"{"type":"ColumnSet","columns":[{"width":"auto","items":[\#(inner)]}]}"#
            }
        }
        let long = String(repeating: "word ", count: 4_000)
        let few = try card("\(text("first")),\(nested(long, 6)),\(text("last"))")
        #expect(few.notes == [] && few.body.count == 3)
        let many = try card("\(text("first")),\(nested(long, 7)),\(text("last"))")
        #expect(
            many.notes == [
                "element 'ColumnSet' has too much text in columns inside of others: the card has more than 131072 bytes, counted once "
                    + "for each set of columns around them and has no fallback"
            ]
        )
        #expect(many.body.count == 3)
        // The data of a picture is no text.
        let picture = #"{"type":"Image","url":"data:image/png;base64,\#(String(repeating: "A", count: 40_000))"}"#
        let pictures = (0..<7).reduce(picture) { inner, _ in #"{"type":"ColumnSet","columns":[{"items":[\#(inner)]}]}"#
        }
        #expect(try card(pictures).notes == [])
    }

    @Test func boundsTheNotes() throws {
        let card = try card(Array(repeating: #"{"type":"X"}"#, count: 150).joined(separator: ","))
        #expect(card.notes.count == 101)
        #expect(card.notes.last == "50 more notes are left out")
    }

    @Test func boundsTheDrawnLines() throws {
        let body = Array(repeating: text(String(repeating: #"\n"#, count: 700)), count: 5).joined(separator: ",")
        let lines = try drawn(body, actions: #"{"type":"Action.Submit","title":"Go"}"#)
        #expect(lines.count == 2_003)
        #expect(lines.suffix(3) == ["… more lines are left out", "", "[1] Go"])
    }
}
