internal import CMayfly

extension Conversation {
    /// Reads the messages of the selected message's session: this extension's only, own and received ones, those of
    /// collapsed bubbles too. When several people answer at the same moment, each device keeps the bubble that came
    /// last to it (C-168); here all answers are.
    ///
    /// The newest `skip` are left out; of the rest come the newest `limit`, at most 256, which 0 means too. Go on with
    /// `skip` raised by the count while ``SessionPage/hasOlder`` says so. The error is ``MessageError/Code/noSession``
    /// when no message is selected or the selected one has no session. Throws where the host cannot do it.
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

    /// Reads what this extension keeps under a session of this conversation, whichever device wrote it. The version is
    /// 0 when there is nothing. Throws where the host cannot do it.
    public func readState(
        of session: Session,
        completion: @escaping @Sendable (Result<SessionState, MessageError>) -> Void
    ) throws(MessageError) {
        try host.perform("get_state", Pending.states, Pending.answerState, completion) { memory, answer, context in
            let uuid = memory.pointer(to: session.identifier.uuid)
            return host.sessionState.get_state?(host.pointer, uuid, answer, context)
        }
    }

    /// Writes up to 65,536 bytes as the state of a session, if its version still is `version`; 0 means that there must
    /// be none yet. No bytes remove it. A session from ``makeSession()`` that no message carries yet will do.
    ///
    /// People have other identifiers on every device: name nobody by them in a state. Throws where the host cannot do
    /// it.
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
