public import MayflyHost
public import MayflyModel

extension ConversationWindow {
    /// Sends what is in the input field now, whatever it is. Only a test may: a person's Send names what the person saw.
    public func send() async throws(MayflyError) { try await send(draft.id) }

    /// Puts whatever sticker the browser has there now on a bubble. Only a test may, as above.
    public func placeSticker(_ number: Int, on position: BubblePosition) async throws(MayflyError) {
        try await placeSticker(number, view.sticker(number), on: position)
    }
}
