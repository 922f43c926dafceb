internal import MayflyModel

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
    package var longestPayload: Int {
        if let longestText { return longestText + Frame.besideText }
        return mayHavePicture ? Frame.longestPayload : Frame.Kind.call.longestPayload
    }

    /// The longest payload of this completion.
    package var longestAnswer: Int {
        let ordinary = Frame.Kind.completion.longestPayload
        return id == Table.fetchCompletion.id ? ordinary + FetchRequest.largestAnswer : ordinary
    }

    /// Whether its arguments may have a picture, beside what every call may have.
    private var mayHavePicture: Bool {
        switch implementer {
        case .host(.draft(.insertMessage)), .host(.draft(.sendMessage)): true
        case .extension, .worker, .host, .deadline: false
        }
    }
}
