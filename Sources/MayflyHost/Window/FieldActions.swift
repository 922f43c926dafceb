internal import Foundation
internal import MayflyBundles
internal import MayflyModel
internal import MayflyStore

/// What a person does to the input field and to the bubbles of the transcript.
struct FieldActions {
    private let context: ActionContext

    private var person: ParticipantID { context.scope.device.owner }
    private var conversation: SeenConversation { context.conversation }
    private var session: ExtensionSession { context.session }

    init(_ context: ActionContext) { self.context = context }

    // MARK: The field

    /// Types at the end of the text.
    nonisolated(nonsending) func type(_ text: String) async throws(MayflyError) {
        guard !text.isEmpty else { return }
        try await stage(Item(sender: person, content: .text(text)))
    }

    nonisolated(nonsending) func replaceText(_ text: String) async throws(MayflyError) {
        if let refusal = Draft.refusal(ofText: text) {
            throw MayflyError(.notPossibleNow, refusal.message)
        }
        try await append(.replacedText(Item(sender: person, content: .text(text))))
    }

    nonisolated(nonsending) func clear() async throws(MayflyError) { try await append(.cleared) }

    /// Puts a copy of a file of the person into the field.
    nonisolated(nonsending) func attach(_ path: String) async throws(MayflyError) {
        if let refusal = conversation.draft.mediaRefusal(of: nil) {
            throw MayflyError(.notPossibleNow, refusal.message)
        }
        let file = try await AttachedFile(path).stored(by: context.scope.services)
        try await stage(Item(sender: person, content: .attachment(Attachment(file: file))))
    }

    /// Takes one sticker or attachment out of the field, counted from 1. Nil takes out whatever has the number.
    nonisolated(nonsending) func remove(_ number: Int, _ shown: ItemID?) async throws(MayflyError) {
        let media = conversation.draft.media
        guard number >= 1, number <= media.count else {
            throw MayflyError(
                .unknownControl,
                "there is no sticker or attachment \(number) in the input field; it has \(media.count)"
            )
        }
        let item = media[number - 1].id
        guard item == shown ?? item else {
            throw MayflyError(.notAsShown, "nothing is removed: number \(number) is another one than was shown")
        }
        try await append(.removed(item))
    }

    /// Puts a sticker of the browser into the field (C-236). Nil takes whatever has the number.
    nonisolated(nonsending) func stageSticker(_ number: Int, _ shown: Sticker? = nil) async throws(MayflyError) {
        let (sticker, bundle) = try sticker(number)
        guard sticker == shown ?? sticker else { throw Self.anotherSticker(number) }
        try await stage(Item(sender: person, content: .sticker(sticker), origin: bundle.origin))
    }

    /// Puts a sticker that the person has used before into the field. Nil takes whatever has the number.
    nonisolated(nonsending) func stageRecent(_ number: Int, _ shown: ContentDigest?) async throws(MayflyError) {
        let services = context.scope.services
        let recents = try services.store.recents(on: context.scope.device.id)
        guard number >= 1, number <= recents.count else {
            throw MayflyError(.unknownControl, "there is no recent sticker \(number); there are \(recents.count)")
        }
        let recent = recents[number - 1]
        guard recent.sticker.file.digest == shown ?? recent.sticker.file.digest else {
            throw MayflyError(.notAsShown, "nothing is done: recent sticker \(number) is another one than was shown")
        }
        guard services.media.touch(recent.sticker.file) else {
            throw MayflyError(.files, "the file of recent sticker \(number) is missing or damaged")
        }
        try await stage(Item(sender: person, content: .sticker(recent.sticker), origin: recent.origin))
    }

    /// A person who tapped something in a view got this sticker: it must be one that the view showed there. Nil is any view.
    func requireShown(_ number: Int, in shown: ExtensionView?) throws(MayflyError) {
        guard let shown else { return }
        let sticker = try context.area.sticker(number).0
        guard (try? shown.sticker(number)) == sticker else { throw Self.anotherSticker(number) }
    }

    private static func anotherSticker(_ number: Int) -> MayflyError {
        MayflyError(.notAsShown, "nothing is done: sticker \(number) is another one than was shown")
    }

    /// A sticker of the browser, whose file is stored. A browser that is open for days may outlive the file, which nothing names.
    private func sticker(_ number: Int) throws(MayflyError) -> (Sticker, ExtensionBundle) {
        let (sticker, bundle) = try context.area.sticker(number)
        guard context.scope.services.media.touch(sticker.file) else {
            throw MayflyError(
                .files,
                "the file of sticker \(number) is not kept any more; open \(SafeText.line(bundle.manifest.name)) again"
            )
        }
        return (sticker, bundle)
    }

    /// 3.11: removes the staged message, and tells its extension.
    nonisolated(nonsending) func cancelMessage() async throws(MayflyError) {
        guard let item = conversation.draft.message else {
            throw MayflyError(.notPossibleNow, "no message is staged in the input field")
        }
        try await append(.cancelledMessage(item.id))
        if item.origin?.extensionID == session.current { await session.advance(.cancelledSending(item)) }
    }

    /// Puts an item into the field if the field has room for it.
    nonisolated(nonsending) private func stage(_ item: Item) async throws(MayflyError) {
        if let refusal = conversation.draft.refusal(of: item) { throw MayflyError(.notPossibleNow, refusal.message) }
        try await append(.staged(item))
    }

    nonisolated(nonsending) private func append(_ event: ConversationEvent) async throws(MayflyError) {
        await session.take(try conversation.append([event]))
    }

    // MARK: Sending

    /// 3.9: the transcript is updated at once, then the message goes out. Only what was shown is sent.
    nonisolated(nonsending) func send(_ shown: DraftID) async throws(MayflyError) {
        let (departure, change) = try await sendDraft(shown)
        await session.take(change)
        for item in departure.envelope.items where item.message != nil {
            guard item.origin?.extensionID == session.current else {
                session.reportSuppressed(.didStartSending(item))
                continue
            }
            await session.advance(.startedSending(item))
        }
        context.queue.dispatch(departure)
    }

    nonisolated(nonsending) private func sendDraft(
        _ shown: DraftID
    ) async throws(MayflyError) -> (departure: Departure, change: SeenConversation.Change) {
        do throws(MayflyError) {
            return try conversation.sendDraft(shown)
        } catch {
            // Another program may have changed the field: what is in it now is shown.
            if error.code == .notAsShown, let change = try? conversation.catchUp() { await session.take(change) }
            throw error
        }
    }

    /// Puts a sticker of the browser on a bubble. It is sent at once, and is never in the field (C-236). An extension can fill its
    /// browser anew at any time, so only what was shown is sent.
    nonisolated(nonsending) func placeSticker(
        _ number: Int,
        _ shown: Sticker,
        at position: BubblePosition
    ) async throws(MayflyError) {
        let (sticker, bundle) = try sticker(number)
        guard sticker == shown else {
            throw MayflyError(.notAsShown, "nothing is sent: sticker \(number) is another one than was shown")
        }
        let target = try conversation.bubble(position.bubble, shown: position.item).item.id
        let placement = StickerPlacement(
            on: target,
            x: position.x,
            y: position.y,
            scale: position.scale,
            rotation: position.rotation
        )
        let item = Item(sender: person, content: .sticker(sticker.placed(placement)), origin: bundle.origin)
        let (departure, change) = try conversation.send([item])
        await session.take(change)
        context.queue.dispatch(departure)
    }

    // MARK: The transcript

    /// Keeps a message that would expire.
    nonisolated(nonsending) func keep(_ number: Int, _ shown: ItemID?) async throws(MayflyError) {
        let kept = try conversation.bubble(number, shown: shown)
        guard kept.item.message?.shouldExpire == true, kept.delivery == .received else {
            throw MayflyError(.notPossibleNow, "entry \(number) does not expire")
        }
        try await append(.kept(kept.item.id))
    }
}
