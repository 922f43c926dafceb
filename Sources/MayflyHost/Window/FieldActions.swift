internal import MayflyModel
internal import MayflyStore

// What a person does to the input field and to bubbles, without any extension.
extension ConversationWindow {
    /// Takes one sticker or attachment out of the field, counted from 1.
    func takeOutOfField(_ number: Int) async throws(MayflyError) {
        let media = draft.media
        guard number >= 1, number <= media.count else {
            throw MayflyError(
                .unknownControl,
                "there is no sticker or attachment \(number) in the input field; it has \(media.count)"
            )
        }
        try await append([.removed(media[number - 1].id)])
    }

    /// Puts a sticker of the browser on a bubble. That is sent at once: it never lies in the field (C-236).
    func dropSticker(_ number: Int, _ place: BubblePosition) async throws(MayflyError) {
        let (sticker, bundle) = try shownSticker(number)
        let placement = StickerPlacement(
            on: try bubble(place.bubble).item.id,
            x: place.x,
            y: place.y,
            scale: place.scale,
            rotation: place.rotation
        )
        let item = Item(sender: device.id.owner, content: .sticker(sticker.placed(placement)), origin: bundle.origin)
        try await send([item])
    }

    /// The bubble that a person counts as `number`.
    func bubble(_ number: Int) throws(MayflyError) -> Bubble {
        guard let entry = try entry(number: number) else {
            throw MayflyError(.unknownMessage, "there is no entry \(number); the transcript has \(transcript.count)")
        }
        guard let bubble = entry.bubble else {
            throw MayflyError(.notPossibleNow, "entry \(number) is a summary line, which cannot be tapped")
        }
        return bubble
    }
}
