internal import MayflyABI
internal import MayflyModel
internal import MayflyStore
internal import MayflyWorkers

extension Broker {
    /// The limit for the bytes of all messages in one answer. It leaves room in the frame for the rest of the answer.
    private static let largestPage = 768 * 1024
    /// The limit for the number of messages in one answer.
    private static let longestPage = 256

    /// How many messages `readSession` asks for.
    static func limit(of call: Arguments) -> Int {
        let limit = Int(clamping: call["limit"].unsigned ?? 0)
        return limit == 0 ? longestPage : min(limit, longestPage)
    }

    /// The newest of these messages, as the extension sees them: as many as fit into one answer.
    ///
    /// - Parameter items: in the order of the transcript; one more than the limit where there are older ones.
    func page(of items: [Item], limit: Int) -> CallAnswer {
        var messages: [Value] = []
        var room = Self.largestPage
        for item in items.suffix(limit).reversed() {
            let message = coder.record(of: item, withFiles: false)
            var writer = WireWriter()
            writer.write(message)
            room -= writer.count
            // An answer has at least one message: with none, an extension that reads page by page would never advance.
            guard room >= 0 || messages.isEmpty else { break }
            messages.append(.record(message))
        }
        let hasOlder = items.count > messages.count
        return CallAnswer(values: [.list(messages.reversed()), .boolean(hasOlder)])
    }

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
