internal import CMayfly

extension Conversation {
    /// Reads the messages of this extension in the session of the selected message, sent and received, also collapsed
    /// ones. When several people answer at the same time, each device shows the bubble that arrived last (C-168); the
    /// result has all answers.
    ///
    /// The newest `skip` messages are left out; of the rest, the newest `limit` are returned, at most 256. 0 means 256.
    /// While ``SessionPage/hasOlder`` is true, call again with `skip` increased by the number of messages. The error is
    /// ``MessageError/Code/noSession`` when no message is selected or the selected one has no session. Throws when the
    /// host does not support the call.
    public func readSession(
        skip: Int = 0,
        limit: Int = 0,
        completion: @escaping @Sendable (Result<SessionPage, MessageError>) -> Void
    ) throws(MessageError) {
        try host.perform("read_session", Pending.pages, Pending.answerPage, completion) { _, answer, context in
            let (skip, limit) = (UInt32(clamping: skip), UInt32(clamping: limit))
            return host.sessionHistory.read_session?(host.pointer, skip, limit, answer, context)
        }
    }

    /// Reads the state of a session of this extension and conversation, which all devices share. The version is 0 when
    /// there is no state. Throws when the host does not support the call.
    public func readState(
        of session: Session,
        completion: @escaping @Sendable (Result<SessionState, MessageError>) -> Void
    ) throws(MessageError) {
        try host.perform("get_state", Pending.states, Pending.answerState, completion) { memory, answer, context in
            let uuid = memory.pointer(to: session.identifier.uuid)
            return host.sessionState.get_state?(host.pointer, uuid, answer, context)
        }
    }

    /// Writes up to 65,536 bytes as the state of a session if its current version is `version`; 0 means that there is
    /// no state. Empty bytes remove the state. The session may be a new one from ``makeSession()``.
    ///
    /// Identifiers of people differ between devices: do not store them in a state. Throws when the host does not
    /// support the call.
    public func writeState(
        _ bytes: [UInt8],
        of session: Session,
        expecting version: UInt64,
        completion: (@Sendable (Result<SessionStateWrite, MessageError>) -> Void)? = nil
    ) throws(MessageError) {
        try host.perform("put_state", Pending.writes, Pending.answerWrite, completion) { memory, answer, context in
            let uuid = memory.pointer(to: session.identifier.uuid)
            return bytes.withUnsafeBytes { bytes in
                host.sessionState.put_state?(
                    host.pointer,
                    uuid,
                    version,
                    bytes.baseAddress,
                    UInt64(bytes.count),
                    answer,
                    context
                )
            }
        }
    }
}
