extension Item {
    /// What a screen reader says for the item (D-08, C-215): of a message its label, else its summary, else its caption, else
    /// its app's name with the word "message".
    ///
    /// Untrusted, as the texts in it are: see `SafeText`.
    public func spokenText(name: (ParticipantID) -> String) -> String {
        switch content {
        case .interactive(let message):
            message.spokenText?.display(name: name) ?? "\(origin?.name ?? "unknown app") message"
        case .sticker(let sticker): sticker.description.isEmpty ? "sticker" : sticker.description
        case .attachment(let attachment): attachment.name
        case .text(let text): text
        }
    }
}
