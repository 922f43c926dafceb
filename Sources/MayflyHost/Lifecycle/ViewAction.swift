/// What a person submitted on an extension's view.
public struct ViewAction: Sendable, Hashable {
    /// The value of one input.
    public struct Input: Sendable, Hashable {
        public let id: String
        public let value: String

        public init(id: String, value: String) {
            self.id = id
            self.value = value
        }
    }

    /// The id of the card's action; nil when the card gave none.
    public let id: String?
    /// A JSON object: the action's data with the inputs' values merged in.
    public let data: String
    /// The inputs in the order of the card.
    public let inputs: [Input]

    public init(id: String?, data: String, inputs: [Input]) {
        self.id = id
        self.data = data
        self.inputs = inputs
    }
}
