/// A button of the card that the person tapped.
public struct Action: Equatable, Sendable {
    /// The id that the card gave the button; `nil` if it gave none.
    public let id: String?
    /// A JSON object: the button's data, with the inputs' values merged in.
    public let data: String
    /// The value of each input of the card, by the input's id. Several choices are joined by commas.
    public let inputs: [String: String]
}
