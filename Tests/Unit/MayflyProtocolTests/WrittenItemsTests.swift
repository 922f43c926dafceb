import MayflyModel
import MayflyStore
import Testing

@testable import MayflyProtocol

/// Items of input fields are written as JSON once.
@Suite struct WrittenItemsTests {
    private let person = DeviceID().ownPerson

    private func message(_ caption: String, id: ItemID = ItemID()) throws -> Item {
        var layout = TemplateLayout()
        layout.caption = MentionText(literal: caption)
        let origin = Origin(extensionID: try #require(ExtensionID(rawValue: "org.example.a")), name: "A")
        let message = InteractiveMessage(session: SessionID(), url: "?a", layout: layout)
        return Item(id: id, sender: person, content: .interactive(message), origin: origin)
    }

    @Test func aFieldIsWrittenAsWithoutThem() throws {
        var names = Names.none
        names.longestText = 1 << 14
        var keeping = names
        keeping.writtenItems = WrittenItems()
        var draft = Draft()
        for number in 0..<3 {
            draft.apply(.staged(try message("caption \(number) \u{85}")))
            draft.apply(.staged(Item(sender: person, content: .text("words \(number)"))))
            for _ in 0..<2 {
                #expect(Shapes.draft.json(draft, keeping).line == Shapes.draft.json(draft, names).line)
            }
        }
    }

    @Test func anItemIsWrittenOnceAndAnotherOneOfItsIdentifierAgain() throws {
        let (items, id) = (WrittenItems(), ItemID())
        var writings = 0
        func line(_ item: Item) -> String {
            items.json(of: item) {
                writings += 1
                return .text("\(writings)")
            }.line
        }
        let (one, other) = (try message("one", id: id), try message("other", id: id))
        #expect([line(one), line(one), line(other), line(other)] == ["\"1\"", "\"1\"", "\"2\"", "\"2\""])
    }

    /// They have a bound of bytes: what is too much is written again.
    @Test func theyAreBounded() throws {
        let items = WrittenItems()
        let long = String(repeating: "x", count: 300_000)
        var writings = 0
        func write(_ item: Item) {
            _ = items.json(of: item) {
                writings += 1
                return .text(long)
            }
        }
        let first = try message("first")
        for item in try [first] + (0..<3).map({ try message("\($0)") }) { write(item) }
        write(first)
        #expect(writings == 5)
    }
}
