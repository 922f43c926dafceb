internal import MayflyBundles
internal import MayflyHost
internal import MayflyModel

/// How a session begins: from the drawer, or by a tap on a message.
struct Opening: Sendable {
    let bundle: ExtensionBundle
    /// A number in the transcript, or an item's id; nil for the drawer.
    let message: String?
    /// The style to ask for afterwards: the drawer always opens compact (C-017), a bubble expanded.
    let style: PresentationStyle?

    func carryOut(in window: ConversationWindow) async throws(MayflyError) {
        if let message {
            try await window.tapBubble(try await number(of: message, in: window))
        } else {
            try await window.open(bundle)
        }
        if let style, await window.style != style { try await window.changeStyle(to: style) }
    }

    private func number(of message: String, in window: ConversationWindow) async throws(MayflyError) -> Int {
        var number = ScriptStep.number(message)
        if number == nil, let id = ItemID(message) { number = try await window.number(of: id) }
        guard let number, let entry = try await window.entry(number: number) else {
            throw MayflyError(
                .unknownMessage,
                "there is no message '\(SafeText.line(message, limit: 80))'; "
                    + "the transcript has \(await window.transcript.count) entries"
            )
        }
        if let other = entry.item?.origin?.extensionID, other != bundle.id {
            throw MayflyError(.invalidInput, "message \(number) belongs to \(other), not to \(bundle.id)")
        }
        return number
    }
}
