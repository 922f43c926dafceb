extension CardChoiceSet {
    /// Takes a value apart as the format writes it: several values of a multi-select set stand with commas between
    /// them.
    ///
    /// A text that is the value of one choice is that value, commas or not.
    static func split(_ text: String, among choices: [Choice], isMultiSelect: Bool) -> [String] {
        if text.isEmpty, !choices.contains(where: { $0.value.isEmpty }) { return [] }
        guard isMultiSelect, !choices.contains(where: { $0.value == text }) else { return [text] }
        return text.split(separator: ",").map(String.init)
    }
}
