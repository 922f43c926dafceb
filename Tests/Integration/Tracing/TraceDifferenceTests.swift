import MayflyABI
import MayflyModel
import Testing

@testable import MayflyTracing

/// What `mayfly trace --diff` compares: calls, up to the names of identifiers.
@Suite struct TraceDifferenceTests {
    private static let ids = (0..<8).map { _ in UUID128() }

    /// A call with identifiers, by their numbers.
    private static func call(_ name: String, _ ids: UUID128...) throws -> TraceLine {
        try TraceLine("1 1 main call \(name) {\"of\":\"\(ids.map(\.description).joined(separator: " "))\"}")
    }

    private static func difference(_ one: [TraceLine], _ other: [TraceLine]) -> [String] {
        TraceDifference(one, other).lines
    }

    @Test func identifiersOfTheSameCallsMayBeOthers() throws {
        let (ids, call) = (Self.ids, Self.call)
        let one = [try call("a", ids[0]), try Self.call("b", ids[0], ids[1]), try call("c", ids[1])]
        let other = [try call("a", ids[4]), try Self.call("b", ids[4], ids[5]), try call("c", ids[5])]
        #expect(Self.difference(one, other) == [])
    }

    /// What comes behind a call that only one run has is the same, although it names more identifiers.
    @Test func oneMoreCallIsOneDifference() throws {
        let ids = Self.ids
        let (a, b, c) = (try Self.call("a", ids[0]), try Self.call("b", ids[1]), try Self.call("c", ids[0], ids[1]))
        let more = try Self.call("d", ids[7])
        let (x, y) = (try Self.call("a", ids[4]), try Self.call("b", ids[5]))
        let z = try Self.call("c", ids[4], ids[5])
        #expect(Self.difference([a, b, c], [x, more, y, z]) == ["launch 1, main thread:", #"+   d {"of":"id-1"}"#])
        #expect(Self.difference([a, more, b, c], [x, y, z]) == ["launch 1, main thread:", #"-   d {"of":"id-1"}"#])
    }

    /// Each identifier stands for one other: neither may one be two, nor two be one.
    @Test func anIdentifierThatIsAnotherThanBeforeIsADifference() throws {
        let ids = Self.ids
        let one = [try Self.call("a", ids[0]), try Self.call("b", ids[0])]
        let two = [try Self.call("a", ids[4]), try Self.call("b", ids[5])]
        #expect(
            Self.difference(one, two) == [
                "launch 1, main thread:", #"-   b {"of":"id-1"}"#, #"+   b {"of":"id-2"}"#,
            ]
        )
        #expect(TraceDifference(two, one).count == 2)
        #expect(TraceDifference([try Self.call("a", ids[0], ids[0])], [try Self.call("a", ids[4], ids[5])]).count == 2)
        #expect(TraceDifference([try Self.call("a", ids[0], ids[1])], [try Self.call("a", ids[4], ids[4])]).count == 2)
    }

    /// A long text is cut where a trace shows it. Half of an identifier would be another text in each run.
    @Test(arguments: [363, 364, 365, 399, 400])
    func noIdentifierIsCut(place: Int) throws {
        func call(_ id: UUID128) throws -> TraceLine {
            let text = String(repeating: "-", count: place) + id.description + String(repeating: "x", count: 50)
            let shown = ShownValue.json(.text(text), .string)
            return try TraceLine("1 1 main call a \(JSONValue.object(["of": shown]).line)")
        }
        #expect(Self.difference([try call(Self.ids[0])], [try call(Self.ids[1])]) == [])
        let text = String(repeating: "-", count: place) + "\(Self.ids[0])x"
        let beginning = IdentifierText.beginning(of: text, bytes: 400)
        #expect(beginning.utf8.count == ((365...399).contains(place) ? place : 400))
    }

    /// The answer of a call belongs to it, with its identifiers; other threads have the same people.
    @Test func answersAndOtherThreadsHaveTheSameIdentifiers() throws {
        func run(_ first: UUID128, _ second: UUID128) throws -> [TraceLine] {
            [
                try TraceLine("1 1 main call a #1 {}"), try TraceLine("2 1 other call b {\"of\":\"\(second)\"}"),
                try TraceLine("3 1 completion answer a #1 {\"is\":\"\(first)\"}"),
            ]
        }
        let (ids, same) = (Self.ids, try run(Self.ids[0], Self.ids[0]))
        #expect(Self.difference(same, try run(ids[4], ids[4])) == [])
        #expect(TraceDifference(same, try run(ids[4], ids[5])).count == 2)
    }
}
