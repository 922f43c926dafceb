import Foundation
import MayflyHost
import MayflyModel
import MayflyTestSupport
import Testing

@testable import MayflyProtocol
@testable import MayflyViews

/// The samples of the format, of the versions 1.0 to 1.5: each is drawn whole, or is listed here with what is left out.
@Suite struct CardSampleTests {
    private static let folder = Checkout.folder.appending(path: "Tests/Samples/AdaptiveCards")

    private static let samples: [String] =
        (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? [])
        .filter { $0.lowercased().hasSuffix(".json") }.sorted()

    /// What is left out of samples, beside what their own `fallback` says. Each tests that a renderer leaves it out, or is faulty.
    private static let leftOut: [String: [String]] = [
        // Types that no version has, without a fallback.
        "v1.0/Tests/Action.CustomParsing.json": ["action 'NewStyle' is not supported"],
        "v1.0/Tests/AdaptiveCard.UnknownElements.json": ["element 'AmazingFeature' is not supported"],
        "v1.0/Tests/CustomParsingTestUsingProgressBar.json": ["element 'ProgressBar' is not supported"],
        "v1.0/Tests/TypeIsRequired.json": ["element without a type has no 'type'"],
        "v1.2/Elements/ActionFallback.json": [
            "action 'HaHaNope' is not supported", "action 'HaHaNope' is not supported",
        ],
        "v1.2/Tests/DeepFallback.json": ["element 'MakeSomethingUp' is not supported"],
        "v1.3/Tests/customInput.json": ["element 'CSharpKeywordInput' (id 'id1') is not supported"],
        "v1.5/Tests/StandaloneTableRow.json": [
            "element 'TableRow' is not supported", "element 'TableRow' is not supported",
            "element 'TableCell' is not supported",
        ],
        // Features that no host has.
        "v1.2/Tests/Element.Requires.json": [
            "element 'TextBlock' requires 'acTest 1.0', which this host does not offer",
            "element 'TextBlock' requires 'acTest *', which this host does not offer",
        ],
        // Members that are missing, and ids that are there twice.
        "v1.3/Tests/InvalidProperties.json": ["element 'TextBlock' has no 'text'", "element 'FactSet' has no 'title'"],
        "v1.2/Tests/Action.DuplicateIds.json": ["element 'Input.Text' (id 'duplicate') has the id of an earlier input"],
        "v1.2/Tests/Action.NestedDuplicateIds.json": [
            "element 'Input.Text' (id 'duplicate') has the id of an earlier input"
        ],
        // A card beside a field: the format has no place for it.
        "v1.2/Tests/Input.Text.InlineAction.ShowCard.json": [
            "action 'Action.ShowCard' stands where no card can be shown"
        ],
    ]

    private static let refused = [
        "v1.0/Tests/AdaptiveCard.MissingVersion.json": "the card has no 'version'",
        "v1.5/Tests/Container.ScrollableSelectableList.json":
            "the view is not JSON: line 568, column 3: the key 'type' is there twice",
    ]

    /// Notes about what is drawn in another way than it is written.
    private static func isMended(_ note: String) -> Bool {
        [
            "fallback is used", "as its fallback says", "is shown", "it is not used", "of http or https",
            "none of its choices", "it is stretched", "shown without",
        ]
        .contains { note.contains($0) }
    }

    /// A part that has a part that is left out, and gives way to a fallback further out.
    private static func isAround(_ note: String) -> Bool { note.contains("holds a part that cannot be shown") }

    @Test func areAllThere() { #expect(Self.samples.count == 286) }

    @Test(arguments: samples) func isDrawnWhole(sample: String) throws {
        let json = try String(contentsOf: Self.folder.appending(path: sample), encoding: .utf8)
        var card: Card
        do {
            card = try Card(json: json)
            #expect(Self.refused[sample] == nil)
        } catch {
            #expect(error.message == Self.refused[sample])
            return
        }
        let notes = card.notes.filter { !Self.isMended($0) && !Self.isAround($0) }.map {
            $0.replacingOccurrences(of: " and has no fallback", with: "")
        }
        let replaced = card.notes.contains {
            $0.contains("its fallback is used") || $0.contains("as its fallback says")
        }
        // What is inside of a part with a fallback is noted, too, before that part gives way.
        #expect(
            notes == Self.leftOut[sample] ?? [] || replaced && Set(Self.leftOut[sample] ?? []).isSubset(of: notes),
            "\(notes)"
        )
        let shown = try Self.everythingShown(&card)
        guard Self.leftOut[sample] == nil, !replaced, !card.notes.contains(where: { $0.contains("'fallbackText'") })
        else {
            return
        }
        let whole = try JSONReader(maximumBytes: .max, maximumDepth: 64).value(of: json)
        for text in SampleTexts.shown(of: whole)
        where !shown.contains(JSONValue.text(text).line.dropFirst().dropLast()) {
            Issue.record("the value of the protocol lacks '\(text)'")
        }
        // With what stands beside each other below each other, and so wide that no text is wrapped.
        var free = try Card(json: SampleTexts.withoutColumns(whole).line)
        let drawn = try Self.joined(Self.everythingShown(&free, width: 5_000))
        for text in SampleTexts.shown(of: whole, atTerminal: true) where !drawn.contains(Self.joined(text)) {
            Issue.record("the terminal lacks '\(text)'")
        }
    }

    /// The values of the protocol for the card, with each card of it shown once. All are drawn for a terminal, too.
    private static func everythingShown(_ card: inout Card) throws -> String {
        try eachState(of: &card) { card, inputs in
            for width in [40, 72, 200] {
                let drawn = CardPrinter(width: width, style: .expanded).lines(of: card, inputs: inputs)
                for control in card.controls {
                    let marks = ["[\(control.number)]", "(\(control.number))"]
                    #expect(
                        drawn.contains { line in marks.contains { line.contains($0) } },
                        "no line has control \(control.number)"
                    )
                }
            }
            let view = Shapes.view.json((style: .expanded, view: .card(card, inputs)), .none)
            #expect(view["card"] != .null)
            return view.line
        }
    }

    /// The same as a terminal of that width shows it.
    private static func everythingShown(_ card: inout Card, width: Int) throws -> String {
        try eachState(of: &card) { card, inputs in
            CardPrinter(width: width, style: .expanded).lines(of: card, inputs: inputs).joined(separator: "\n")
        }
    }

    /// Texts of the card as it is first, and with each card of it shown once.
    private static func eachState(of card: inout Card, _ text: (Card, CardInputs) throws -> String) throws -> String {
        var inputs = CardInputs(card)
        var all = try text(card, inputs)
        var seen: Set<Int> = []
        func next(_ card: Card) -> Control? {
            card.controls.first { control in
                if case .showCard(let shown) = control.kind {
                    !shown.isOpen && !seen.contains(shown.number)
                } else {
                    false
                }
            }
        }
        while let control = next(card), case .showCard(let inner) = control.kind {
            seen.insert(inner.number)
            _ = try inputs.tap(control, in: &card)
            all += try text(card, inputs)
        }
        return all
    }

    /// A text without its blanks.
    private static func joined(_ text: String) -> String { text.filter { !$0.isWhitespace } }
}

/// The texts that a card shows.
private enum SampleTexts {
    private static let known: Set = [
        "AdaptiveCard", "TextBlock", "RichTextBlock", "TextRun", "Image", "ImageSet", "Media", "Container", "ColumnSet",
        "Column", "Table",
        "TableRow", "TableCell", "FactSet", "Fact", "ActionSet", "Input.Text", "Input.Number", "Input.Date",
        "Input.Time",
        "Input.Toggle", "Input.ChoiceSet", "Action.Submit", "Action.Execute", "Action.OpenUrl", "Action.ShowCard",
        "Action.ToggleVisibility",
    ]
    private static let texts = ["title", "label", "placeholder", "altText", "tooltip", "text", "value"]
    private static let hidden: Set = ["fallback", "data", "refresh", "authentication", "backgroundImage", "$schema"]

    /// Whether a terminal has no place for it: a field has its value or its placeholder, a toggle a mark, a set its choices, and what
    /// can be tapped its content.
    private static func isOfPage(_ member: JSONValue.Member, of value: JSONValue) -> Bool {
        switch member.name {
        case "tooltip", "selectAction": true
        case "placeholder": value["value"] != .null || value["choices"] != .null
        case "value": value["type"] == .text("Input.Toggle")
        default: false
        }
    }

    /// The card with the columns of a set as containers below each other.
    static func withoutColumns(_ value: JSONValue) -> JSONValue {
        switch value {
        case .list(let items): .list(items.map(withoutColumns))
        case .object(let members):
            .object(
                members.compactMap { member in
                    switch (member.name, value["type"], member.value) {
                    case ("type", .text("ColumnSet"), _), ("type", .text("Column"), _):
                        JSONValue.Member("type", .text("Container"))
                    case ("columns", .text("ColumnSet"), .list(let columns)):
                        JSONValue.Member("items", .list(columns.map { withoutColumns(asContainer($0)) }))
                    default: JSONValue.Member(member.name, withoutColumns(member.value))
                    }
                }
            )
        default: value
        }
    }

    /// A column may leave its type out.
    private static func asContainer(_ column: JSONValue) -> JSONValue {
        guard case .object(let members) = column, column["type"] == .null else { return column }
        return .object([JSONValue.Member("type", .text("Container"))] + members)
    }

    /// - Parameter atTerminal: leaves out what is shown on the page only.
    static func shown(of value: JSONValue, atTerminal: Bool = false) -> [String] {
        switch value {
        case .list(let items): return items.flatMap { shown(of: $0, atTerminal: atTerminal) }
        case .object(let members):
            if case .text(let type) = value["type"], !known.contains(type) { return [] }
            if value["isVisible"] == .boolean(false) { return [] }
            // The card of a button that cannot be used is never shown, and a value may be none of the choices.
            let isClosed = value["isEnabled"] == .boolean(false)
            return members.flatMap { member -> [String] in
                guard !hidden.contains(member.name), !(isClosed && member.name == "card"),
                    !(member.name == "value" && value["choices"] != .null),
                    !(atTerminal && isOfPage(member, of: value))
                else { return [] }
                if member.name == "choices", case .list(let choices) = member.value {
                    return shown(of: .list(choices.map { .object([JSONValue.Member("title", $0["title"])]) }))
                }
                if texts.contains(member.name), case .text(let text) = member.value {
                    return isPlain(text) && text.contains { !$0.isWhitespace } ? [text] : []
                }
                return shown(of: member.value, atTerminal: atTerminal)
            }
        default: return []
        }
    }

    /// Whether nothing in it can be Markdown.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && !Array("*_[{\\".utf8).contains($0) }
            && text.first.map { !$0.isNumber && !"-+".contains($0) } == true
    }
}
