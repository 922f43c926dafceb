internal import CMayfly

/// The conversation on screen, as it was when the current callback began.
///
/// Inserting puts an item into the user's input field; only the user sends (C-106). Each call returns at once. It
/// throws when the host refuses it immediately, and then the completion is not called. Otherwise the completion is
/// called exactly once, on another thread than that of the callbacks, with the error if there is one. Calls are
/// executed in their order. They are accepted from the start of ``MessageExtension/willBecomeActive(with:)`` to the
/// return of ``MessageExtension/willResignActive(with:)``.
public struct Conversation: Sendable {
    /// Receives the result of a call; `nil` means success.
    public typealias Completion = @Sendable (_ error: MessageError?) -> Void

    /// The user of this device.
    public let localParticipantIdentifier: Identifier
    /// All other participants, in the order of their identifiers.
    public let remoteParticipantIdentifiers: [Identifier]
    /// The message that the user tapped; `nil` when the extension was opened from the drawer. It does not change when
    /// newer messages arrive: those are passed to ``MessageExtension/didReceive(_:conversation:)`` (C-067).
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

    /// A new session.
    public func makeSession() -> Session {
        var uuid = mayfly_uuid()
        if host.conversation.make_session?(host.pointer, &uuid) == MAYFLY_OK.rawValue {
            return Session(identifier: Identifier(uuid))
        }
        return Session(identifier: Identifier(high: .random(in: 0 ... .max), low: .random(in: 0 ... .max)))
    }
}

extension Conversation {
    /// Puts a message into the input field, in place of an interactive message that is there (C-108).
    public func insert(_ message: Message, completion: Completion? = nil) throws(MessageError) {
        try host.perform("insert_message", Pending.calls, Pending.answerCall, completion) { memory, answer, context in
            host.conversation.insert_message?(host.pointer, memory.message(message), answer, context)
        }
    }

    /// Adds a sticker to the input field. Errors have the domain ``MessageError/Domain/stickers``.
    public func insert(_ sticker: Sticker, completion: Completion? = nil) throws(MessageError) {
        try host.perform("insert_sticker", Pending.calls, Pending.answerCall, completion, domain: .stickers) {
            memory,
            answer,
            context in
            host.conversation.insert_sticker?(host.pointer, memory.sticker(sticker), answer, context)
        }
    }

    /// Adds text at the end of the text in the input field.
    public func insertText(_ text: String, completion: Completion? = nil) throws(MessageError) {
        try host.perform("insert_text", Pending.calls, Pending.answerCall, completion) { memory, answer, context in
            host.conversation.insert_text?(host.pointer, memory.text(text), answer, context)
        }
    }

    /// Adds a file to the input field. `alternateFilename` is the displayed name, by default that of the file (C-109).
    public func insertAttachment(
        _ file: String,
        alternateFilename: String? = nil,
        completion: Completion? = nil
    ) throws(MessageError) {
        try host.perform("insert_attachment", Pending.calls, Pending.answerCall, completion) {
            memory,
            answer,
            context in
            let name = memory.text(alternateFilename)
            return host.conversation.insert_attachment?(host.pointer, memory.text(file), name, answer, context)
        }
    }

    /// Sends a message without the input field. It is disabled by default: ``MessageError/Code/directSendDisabled``
    /// (C-144). One touch of the user allows one such call.
    public func send(_ message: Message, completion: Completion? = nil) throws(MessageError) {
        try host.perform("send_message", Pending.calls, Pending.answerCall, completion) { memory, answer, context in
            host.conversation.send_message?(host.pointer, memory.message(message), answer, context)
        }
    }

    /// As ``send(_:completion:)-(Message,_)``, for a sticker.
    public func send(_ sticker: Sticker, completion: Completion? = nil) throws(MessageError) {
        try host.perform("send_sticker", Pending.calls, Pending.answerCall, completion, domain: .stickers) {
            memory,
            answer,
            context in
            host.conversation.send_sticker?(host.pointer, memory.sticker(sticker), answer, context)
        }
    }

    /// As ``send(_:completion:)-(Message,_)``, for text.
    public func sendText(_ text: String, completion: Completion? = nil) throws(MessageError) {
        try host.perform("send_text", Pending.calls, Pending.answerCall, completion) { memory, answer, context in
            host.conversation.send_text?(host.pointer, memory.text(text), answer, context)
        }
    }

    /// As ``send(_:completion:)-(Message,_)``, for a file.
    public func sendAttachment(
        _ file: String,
        alternateFilename: String? = nil,
        completion: Completion? = nil
    ) throws(MessageError) {
        try host.perform("send_attachment", Pending.calls, Pending.answerCall, completion) { memory, answer, context in
            let name = memory.text(alternateFilename)
            return host.conversation.send_attachment?(host.pointer, memory.text(file), name, answer, context)
        }
    }
}
