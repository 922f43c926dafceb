internal import MayflyABI
internal import MayflyModel
internal import MayflyStore
internal import MayflyWorkers

extension Broker {
    /// The key of the session state that a call is about.
    func stateKey(of call: Arguments, in conversation: ConversationID) throws(MessageError) -> SessionStateKey {
        guard let session = call["session"].uuid else {
            throw MessageError(.invalidArgument, "\(call.function.name): 'session' is NULL")
        }
        return SessionStateKey(
            conversation: conversation,
            extensionID: origin.extensionID,
            session: SessionID(session)
        )
    }

    /// The bytes that a call asks the host to keep.
    static func stateBytes(of call: Arguments) throws(MessageError) -> [UInt8] {
        let bytes = call["bytes"].bytes ?? []
        guard bytes.count <= SessionState.largest else {
            throw MessageError(
                .limitExceeded,
                "\(call.function.name): the state has \(bytes.count) bytes, over the limit of \(SessionState.largest)"
            )
        }
        return bytes
    }
}

extension CallAnswer {
    /// The answer to `getState`.
    init(_ state: SessionState) {
        self.init(values: Self.values(state))
    }

    /// The answer to `putState`, which expected this version.
    init(_ write: SessionStateWrite, expecting version: UInt64) {
        switch write {
        case .stored(let version): self.init(values: [.unsigned(version), .null])
        case .conflict(let state):
            let reason = "putState: version \(version) was expected, and version \(state.version) stands there"
            self.init(error: MessageError(.versionConflict, reason), values: Self.values(state))
        }
    }

    private static func values(_ state: SessionState) -> [Value] {
        [.unsigned(state.version), state.version == 0 ? .null : .bytes(state.bytes)]
    }
}
