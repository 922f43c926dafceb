/// What a tap on an action gives to the extension.
public struct Submission: Sendable, Hashable {
    /// The value of one input.
    public struct InputValue: Sendable, Hashable {
        /// The id of the input.
        public let id: String
        /// Several taken choices are joined by commas; an empty text means no value.
        public let value: String
    }

    /// The action's id, where it has one.
    public let actionID: String?
    /// The title of the control that was tapped. Untrusted.
    public let title: String
    /// What an `Action.Execute` is to do; nil for another action, and for one that does not say it. Untrusted.
    public let verb: String?
    /// A JSON object with sorted keys: the action's `data`, and each input's value under the input's id.
    ///
    /// An input replaces a field of `data` with the same name. A `data` that is a string gets the key `data`, unless an input
    /// has that id: Adaptive Cards allow a string, but define no form for it together with inputs.
    public let dataJSON: String
    /// The values in card order, those of inputs that are not visible included; none for an action that gathers none.
    public let inputs: [InputValue]

    /// A submission without a card, for programs that simulate a person.
    package init(
        actionID: String?,
        title: String = "",
        verb: String? = nil,
        dataJSON: String = "{}",
        inputs: [InputValue] = []
    ) {
        self.actionID = actionID
        self.title = title
        self.verb = verb
        self.dataJSON = dataJSON
        self.inputs = inputs
    }
}
