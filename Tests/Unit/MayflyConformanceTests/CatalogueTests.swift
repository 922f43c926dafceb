import Foundation
import MayflyConformance
import Testing

/// The catalogue has what the tables of the specification say, and no table is half read.
@Suite struct CatalogueTests {
    /// The numbers that were given so far. They are given for ever: none goes away, and none gets another statement.
    private static let numbers = [
        1...19, 20...29, 30...47, 50...69, 70...92, 100...124, 130...147, 150...170, 180...199, 200...227, 230...246,
        250...262, 270...279,
    ]

    /// How many statements each page has, and the checksum of their numbers, tags and texts. Who changes a text changes what must
    /// hold: the new checksum, which the failing test prints, belongs to the same change.
    private static let checksums = [
        "specification/conversation.md": "40 7ad7388c3d5abef1",
        "specification/delivery.md": "13 db32a75b570f2928",
        "specification/identity.md": "20 ad3505606331c261",
        "specification/kinds-and-discovery.md": "19 c153b3b814dec543",
        "specification/layout-and-media.md": "22 2aae9c178952000a",
        "specification/life-cycle.md": "76 a6381886afecb2f6",
        "specification/messages-and-sessions.md": "20 bf805599c92dca1",
        "specification/reserved.md": "15 82c410b169037a05",
        "specification/stickers.md": "17 c2dee41fce34d16a",
    ]

    /// Number, tag and text of these statements as one number: FNV-1a of 64 bits.
    private static func checksum(_ statements: [Statement]) -> String {
        let lines = statements.map { "\($0.id) \($0.tag)\($0.isLater ? " (L)" : "") \($0.text)\n" }
        let hash = lines.joined().utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return "\(statements.count) \(String(hash, radix: 16))"
    }

    private static let head = "| number | tag | statement | source | status |\n| --- | --- | --- | --- | --- |\n"

    private static func row(
        _ number: String = #"<a id="c-901"></a>C-901"#,
        tag: String = "S",
        text: String = "It holds",
        source: String = "ART",
        status: String = "proved"
    ) -> String { "| \(number) | \(tag) | \(text) | \(source) | \(status) |" }

    private static func read(_ text: String) throws -> [Statement] {
        try Catalogue(pages: [("page.md", text)]).statements
    }

    @Test func hasEveryStatementThatWasEverGiven() throws {
        let catalogue = try Catalogue.current()
        #expect(Set(catalogue.statements.map(\.number)).isSuperset(of: Self.numbers.joined()))
        #expect(Set(catalogue.statements.map(\.text)).count == catalogue.statements.count)
    }

    @Test func everyStatementSaysWhatItSaid() throws {
        let pages = Dictionary(grouping: try Catalogue.current().statements) { $0.place.prefix { $0 != ":" } }
        let checksums = pages.map { (String($0.key), Self.checksum($0.value)) }
        #expect(Dictionary(uniqueKeysWithValues: checksums) == Self.checksums)
    }

    /// What belongs to a later generation may be left out; nothing else is open.
    @Test func everyStatementOfTheCoreIsProved() throws {
        let core = try Catalogue.current().statements.filter { !$0.isLater }
        let open = core.filter { $0.status != .proved }.map { "\($0.id) in \($0.place): \($0.status.word)" }
        #expect(open.isEmpty && core.count > 200, "\(open)")
    }

    @Test func aSofterTextAnotherTagAndAnotherNumberChangeTheChecksum() throws {
        let changed = [
            Self.row(), Self.row(text: "It holds sometimes"), Self.row(tag: "D"), Self.row(tag: "S (L)"),
            Self.row(#"<a id="c-902"></a>C-902"#),
        ]
        let sums = try changed.map { Self.checksum(try Self.read(Self.head + $0)) }
        #expect(Set(sums).count == changed.count)
        // The status and the source are no part of it.
        let others = [Self.row(source: "HDR"), Self.row(status: "not made: nothing draws it")]
        for row in others { #expect(Self.checksum(try Self.read(Self.head + row)) == sums[0]) }
    }

    @Test func knowsStatementsByIdsOfThreeDigits() throws {
        let catalogue = try Catalogue.current()
        #expect(catalogue.statements.first?.id == "C-001")
        #expect(catalogue["C-054"]?.text == "It is set before willBecomeActive")
        #expect(!catalogue.contains("C-54"))
        #expect(!catalogue.contains("C-048"))
    }

    @Test func readsTheTablesOfStatementsAndNoOther() throws {
        let text = """
            # Part

            | word | meaning |
            | --- | --- |
            | one | first |

            \(Self.head)\(Self.row(status: "not made: no face `draws` it: none"))

            \(Self.head)\(Self.row(#"<a id="c-003"></a>C-003"#, tag: "A (L)", status: "optional"))
            """
        let statements = try Self.read(text)
        #expect(statements.map(\.id) == ["C-003", "C-901"])
        #expect(statements.map(\.isLater) == [true, false])
        #expect(statements.map(\.tag) == ["A", "S"])
        #expect(statements.map(\.status) == [.optional, .notMade("no face `draws` it: none")])
        #expect(statements.map(\.place) == ["page.md:13", "page.md:9"])
    }

    @Test(
        arguments: [
            (row(#"C-901"#), "'C-901' is no number with its anchor"),
            (row(#"<a id="c-902"></a>C-901"#), "is no number with its anchor"),
            (row(#"<a id="c-91"></a>C-91"#), "is no number with its anchor"),
            (row(tag: "X"), "C-901: the tag 'X' is not S, A, M or D"),
            (row(text: ""), "C-901 has no text"),
            (row(source: ""), "C-901 has no source"),
            (row(text: "one | two"), "a row of statements has 5 cells, this one has 6"),
            (row(status: "done"), "C-901: the status 'done' is not 'proved'"),
            (row(status: "proved: nearly"), "C-901: the status 'proved: nearly' is not 'proved'"),
            (row(status: "not made"), "C-901: the status 'not made' needs a reason"),
            (row(status: "no test: "), "C-901: the status 'no test:' needs a reason"),
            (row(status: "optional"), "C-901 is optional, and not marked (L)"),
            ("| | | | | |", "is no number with its anchor"),
        ]
    )
    func namesFileLineAndValueOfABadRow(row: String, problem: String) {
        let error = #expect(throws: SpecificationError.self) { try Self.read("# Part\n\n" + Self.head + row) }
        #expect(error?.place == "page.md:5")
        #expect(error?.problem.contains(problem) == true, "\(String(describing: error))")
    }

    @Test func refusesANumberThatIsGivenTwice() {
        let error = #expect(throws: SpecificationError.self) {
            try Catalogue(pages: [("a.md", Self.head + Self.row()), ("b.md", Self.head + Self.row())])
        }
        #expect(error?.description == "b.md:3: C-901 stands in a.md:3, too")
    }

    @Test func refusesAStatementInATableWithOtherColumns() {
        let error = #expect(throws: SpecificationError.self) {
            try Self.read("| number | statement |\n| --- | --- |\n" + Self.row())
        }
        #expect(error?.description.hasPrefix("page.md:3: a statement outside of a table with the columns") == true)
    }

    @Test func refusesAFolderWithoutTheSpecification() {
        let missing = FileManager.default.temporaryDirectory.appending(path: "mayfly-none-\(UUID())")
        let error = #expect(throws: SpecificationError.self) { try Catalogue(folder: missing) }
        #expect(error?.place == missing.path)
    }
}
