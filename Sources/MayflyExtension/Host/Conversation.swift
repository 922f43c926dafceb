internal import CMayfly

/// The conversation on screen, as it was when the current callback began.
///
/// Inserting puts something into the person's input field; only the person sends (C-106). Each call returns at once and
/// throws if the host refuses it there and then; in that case the completion is not called. Otherwise the completion is
/// called exactly once, on a thread that is not the one of the callbacks, with the error if there was one. Calls are
/// carried out in the order in which they were made, and from the start of
/// ``MessageExtension/willBecomeActive(with:)`` to the return of ``MessageExtension/willResignActive(with:)`` only.
public struct Conversation: Sendable {
    /// Answers a call; `nil` means that it was carried out.
    public typealias Completion = @Sendable (_ error: MessageError?) -> Void

    /// The person at this device.
    public let localParticipantIdentifier: Identifier
    /// Everybody else; one fewer than there are people.
    public let remoteParticipantIdentifiers: [Identifier]
    /// The message that the person tapped; `nil` from the drawer. Never refreshed by arrivals: those come through
    /// ``MessageExtension/didReceive(_:conversation:)`` (C-067).
    public let selectedMessage: Message?

    let host: HostConnection

    init?(_ pointer: UnsafePointer<mayfly_conversation>?, host: HostConnection) {
        guard let conversation = sized(pointer, as: mayfly_conversation.self) else { return nil }
        self.host = host
        localParticipantIdentifier = Identifier(conversation.local_participant)
        let others = UnsafeBufferPointer(
            start: conversation.remote_participants,
            count: conversation.remote_participants == nil ? 0 : Int(conversation.remote_participant_count)
        )
        remoteParticipantIdentifiers = others.map { Identifier($0) }
        selectedMessage = Message(conversation.selected_message)
    }

    /// A session that no message has yet.
    public func makeSession() -> Session {
        var uuid = mayfly_uuid()
        if host.conversation.make_session?(host.pointer, &uuid) == MAYFLY_OK.rawValue {
            return Session(identifier: Identifier(uuid))
        }
        return Session(identifier: Identifier(high: .random(in: 0 ... .max), low: .random(in: 0 ... .max)))
    }
}
