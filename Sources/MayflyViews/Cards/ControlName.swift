/// Says which control of a card is meant.
///
/// A literal of text is what a person typed, and a literal number is a number: `window.tap("plus")`, `window.tap(2)`.
public enum ControlName: Sendable, Hashable {
    /// The control with this number, counted from 1 over the whole card, as `CardPrinter` prints it.
    case number(Int)
    /// The control with this id, byte for byte. There must be exactly one.
    case id(String)
    /// The control with this title; small and capital letters are the same. There must be exactly one.
    case title(String)
    /// What a person typed: the first that there is of a number in digits, an id and a title.
    case typed(String)
}

extension ControlName: ExpressibleByStringLiteral {
    /// What a person typed.
    public init(stringLiteral text: String) { self = .typed(text) }
}

extension ControlName: ExpressibleByIntegerLiteral {
    /// A number.
    public init(integerLiteral number: Int) { self = .number(number) }
}
