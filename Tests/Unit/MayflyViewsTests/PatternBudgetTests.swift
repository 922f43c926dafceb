import MayflyModel
import Testing

@testable import MayflyViews

/// What the regular expressions of a card cost: they and the values are the extension's.
@Suite struct PatternBudgetTests {
    /// As many characters as an expression has room for, each of them once more than it is needed.
    private static let manyTimes = "[" + String(repeating: "b", count: 980) + "a]"

    @Test func aSetHasEachCharacterOnce() {
        let ranges: [ClosedRange<UInt32>] = [5...9, 1...2, 3...3, 7...12, 20...20, 20...20]
        #expect(PatternSet(ranges).ranges == [1...3, 5...12, 20...20])
        #expect(PatternSet(ranges).negated.negated.ranges == PatternSet(ranges).ranges)
        #expect(PatternSet([]).negated.ranges == [0...0x10FFFF])
        #expect(PatternSet([0...0x10FFFF]).negated.ranges.isEmpty)
    }

    @Test func repeatedCharactersOfASetCostNothing() throws {
        var parser = PatternParser(Self.manyTimes)
        guard case .sequence(let parts)? = parser.whole(), case .step(.character(let set))? = parts.first else {
            Issue.record("no set")
            return
        }
        #expect(set.ranges == [0x61...0x62])
    }

    @Test func aSetFindsWhatIsInOneOfManyRanges() {
        let set = PatternSet(stride(from: UInt32(0x4E00), to: 0x5200, by: 2).map { $0...$0 })
        for value in UInt32(0x4DFF)...0x5200 {
            let scalar = Unicode.Scalar(value)
            let isIn = (0x4E00..<0x5200).contains(value) && value.isMultiple(of: 2)
            #expect(scalar.map(set.contains) == isIn)
        }
    }

    @Test func aMatchEndsWhereItsBudgetDoes() throws {
        let pattern = try #require(CardPattern("a{900}Z"))
        let text = String(repeating: "a", count: 10_000)
        var budget = PatternBudget(limit: 50_000)
        #expect(pattern.matches(text, &budget) == nil)
        #expect((50_000...51_100).contains(budget.used))
        // Nothing is left for another value, be it right or not.
        #expect(pattern.matches("a", &budget) == nil)
    }

    /// The card's values have a form that takes few steps each.
    @Test func manyInputsOfUsualFormsAreChecked() throws {
        var budget = PatternBudget()
        let pattern = try #require(CardPattern("^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+[.][A-Za-z0-9-]{2,4}$"))
        for _ in 0..<990 { #expect(pattern.matches("somebody.with.a.long.name@mail.example.org", &budget) == true) }
        let words = try #require(CardPattern(#"^(\w+\s?){1,100}$"#))
        #expect(words.matches(String(repeating: "word ", count: 100), &budget) == true)
    }

    @Test func oneBudgetIsForAllInputsOfATap() throws {
        let inputs = (1...20).map { number in
            #"{"type":"Input.Text","id":"i\#(number)","errorMessage":"Wrong","regex":"a{900}Z","value":"\#(String(repeating: "a", count: 2_000))"}"#
        }
        var card = try card(
            inputs.joined(separator: ","),
            actions: #"{"type":"Action.Submit","title":"Go"}"#
        )
        var values = CardInputs(card)
        let error = failure { _ = try values.tap(card.control("Go"), in: &card) }
        #expect(error?.message == "input 'i1' is not right: Wrong")
        #expect(values.problem(of: "i1") == "Wrong")
        // That it was not checked is not told with the words for a wrong value.
        #expect(
            values.problem(of: "i20") == "to check the forms of the card's values takes more than 2000000 steps"
        )
        let again = failure { _ = try values.submission(for: card.control("Go")) }
        #expect(again?.message == error?.message)
    }

    @Test(arguments: ["a{900}Z", "a"]) func aTapChecksEachInputOnce(form: String) throws {
        let value = String(repeating: "a", count: 1_000)
        var card = try card(
            #"{"type":"Input.Text","id":"a","regex":"\#(form)","value":"\#(value)"}"#,
            actions: #"{"type":"Action.Submit","title":"Go"}"#
        )
        var inputs = CardInputs(card)
        var (once, tap) = (PatternBudget(), PatternBudget())
        _ = CardPattern(form)?.matches(value, &once)
        _ = try? inputs.tap(card.control("Go"), in: &card, &tap)
        #expect(tap.used == once.used)
    }

    @Test func aValueOfTheCardIsNoLongerThanOneOfThePerson() throws {
        let long = String(repeating: "é", count: 100_000)
        let card = try card(#"{"type":"Input.Text","id":"a","maxLength":90000,"value":"\#(long)"}"#)
        #expect(CardInputs(card).value(of: "a")?.utf8.count == CardLimits.inputBytes)
        #expect(card.notes == ["input 'a' starts with more than 16384 bytes; the rest is cut"])
    }
}
