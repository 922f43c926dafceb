extension Function {
    /// The most bytes of a text of its arguments, which only people read; nil for a function whose texts have other limits.
    /// The worker cuts a longer text.
    package var longestText: Int? {
        switch implementer {
        case .host(.window(.log)), .deadline(.extend): Frame.longestText
        case .extension, .worker, .host: nil
        }
    }

    /// The longest payload of a call of this function.
    package var longestPayload: Int { longestText.map { $0 + Frame.besideText } ?? Frame.Kind.call.longestPayload }
}
