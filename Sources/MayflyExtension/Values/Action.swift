/// The tap on a button of the card.
public struct Action: Equatable, Sendable {
    /// The id of the button; `nil` if it has none.
    public let id: String?
    /// A JSON object: the data of the button merged with the values of the inputs.
    public let data: String
    /// The value of each input of the card, by the input's id. The values of several choices are joined by commas.
    public let inputs: [String: String]
    /// What an `Action.Execute` is to do; `nil` for another button.
    public let verb: String?
}
