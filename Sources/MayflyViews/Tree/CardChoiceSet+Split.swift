import MayflyModel

extension CardChoiceSet {
    /// Splits a value in the format of Adaptive Cards: a multi-select set joins several values by commas.
    ///
    /// A text that equals the value of one choice is not split, even if it contains commas.
    static func split(_ text: String, among choices: [Choice], isMultiSelect: Bool) -> [String] {
        if text.isEmpty, !choices.contains(where: { $0.value.isEmpty }) { return [] }
        guard isMultiSelect, !choices.contains(where: { $0.value.hasSameBytes(as: text) }) else { return [text] }
        return text.parts(at: ",").map(String.init)
    }
}

extension [CardChoiceSet.Choice] {
    /// The values of which the bytes are in the set, in the order of the choices.
    func values(among taken: Set<[UInt8]>) -> [String] {
        map(\.value).filter { taken.contains([UInt8]($0.utf8)) }
    }
}
