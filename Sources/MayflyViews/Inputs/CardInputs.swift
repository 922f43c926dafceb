import MayflyModel

/// The current values of the inputs of one card.
public struct CardInputs: Sendable, Equatable {
    /// The inputs of the card, in its order.
    private(set) var definitions: [CardInput]
    /// By input id: one text for a text input or a toggle, the taken values of a choice set in the order of its
    /// choices.
    var values: [String: [String]] = [:]
    /// What is wrong with inputs that a tap could not submit, by their ids, until they have another value.
    var problems: [String: String] = [:]

    /// Begins with the values in the card; values of an earlier card are not kept.
    public init(_ card: Card) {
        definitions = card.inputs
        for input in definitions {
            switch input.kind {
            case .text(let text): values[input.id] = [text.value]
            case .number(let range), .date(let range), .time(let range): values[input.id] = [range.value]
            case .toggle(let toggle): values[input.id] = [toggle.isOn ? toggle.valueOn : toggle.valueOff]
            case .choices(let set): values[input.id] = set.value
            }
        }
    }

    /// How many bytes its values have. What defines the inputs is the card's.
    package var heldBytes: Int { values.values.joined().reduce(0) { $0 + $1.utf8.count } }

    /// The card shows other inputs now.
    mutating func follow(_ card: Card) { definitions = card.inputs }

    /// What is wrong with an input that a tap could not submit; nil for one that is right, or was not submitted since it has its value.
    /// Untrusted.
    public func problem(of id: String) -> String? { problems[id] }

    /// Values are compared by their bytes: a person or an extension may have written anything.
    public static func == (left: CardInputs, right: CardInputs) -> Bool {
        left.definitions == right.definitions && left.values.count == right.values.count
            && left.problems.count == right.problems.count
            && left.problems.allSatisfy { id, problem in right.problems[id]?.hasSameBytes(as: problem) == true }
            && left.values.allSatisfy { id, values in
                right.values[id]?.elementsEqual(values) { $0.hasSameBytes(as: $1) } == true
            }
    }

    /// The value of an input as it would be submitted; nil for an id that the card does not have.
    ///
    /// Several taken choices are joined by commas, as in Adaptive Cards.
    public func value(of id: String) -> String? {
        values[id]?.joined(separator: ",")
    }

    /// The bytes of the values that an input has now: to look for many, it is made once.
    func taken(of id: String) -> Set<[UInt8]> { Set((values[id] ?? []).map { Array($0.utf8) }) }

    /// Whether this choice is taken; false for an input or choice that does not exist.
    public func isTaken(_ choice: String, of id: String) -> Bool {
        values[id]?.contains(where: choice.hasSameBytes) ?? false
    }
}
