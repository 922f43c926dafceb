/// What a tap on an action gives to the extension.
public struct Submission: Sendable, Hashable {
    /// The value of one input.
    public struct InputValue: Sendable, Hashable {
        public let id: String
        /// Several taken choices stand with commas between them; an empty text where nothing was given.
        public let value: String
    }

    /// The action's id, where it has one.
    public let actionID: String?
    /// The title of the control that was tapped. Untrusted.
    public let title: String
    /// A JSON object with sorted keys: the action's `data`, and each input's value under the input's id.
    ///
    /// An input replaces a field of `data` with the same name. Where `data` is a string, it stands under the key
    /// `data`, unless an input has that id: the format allows a string, but it has no place for the inputs beside it.
    public let dataJSON: String
    /// The values in card order, those of inputs that are not visible included; none for an action that gathers none.
    public let inputs: [InputValue]

    /// A tap that no card stands behind, for programs that play the person.
    package init(actionID: String?, title: String = "", dataJSON: String = "{}", inputs: [InputValue] = []) {
        self.actionID = actionID
        self.title = title
        self.dataJSON = dataJSON
        self.inputs = inputs
    }
}
