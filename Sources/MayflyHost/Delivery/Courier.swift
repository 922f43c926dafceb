internal import MayflyModel
internal import MayflyStore

/// Gives the envelopes of the outbox to a transport, and writes the outcomes to the store.
struct Courier: Sendable {
    private let store: Store
    private let transport: any Transport
    private let media: OutgoingMedia?

    /// `media` converts the pictures of envelopes; nil sends them unchanged.
    init(store: Store, transport: any Transport, media: OutgoingMedia? = nil) {
        self.store = store
        self.transport = transport
        self.media = media
    }

    /// Delivers one envelope that `Store.send` gave; its outcome is in the sender's log afterwards.
    ///
    /// The outbox keeps the original envelope until then. After a crash of this process the next one converts and delivers it
    /// again, so nothing is lost. `report` gets a line about each picture that could not be converted.
    /// - Returns: whether it has an outcome; false when the task was cancelled, and the envelope stays in the outbox.
    /// - Throws: `MayflyError` of the database only. The envelope then stays in the outbox.
    func deliver(
        _ envelope: Envelope,
        report: OutgoingMedia.Report = { _, _ in }
    ) async throws(MayflyError) -> Bool {
        do {
            let converted = await media?.converted(envelope, report: report) ?? envelope
            try await transport.deliver(converted.withUsualFileNames)
        } catch is CancellationError {
            return false
        } catch let error as MayflyError where error.code == .store {
            throw error
        } catch {
            let reason = SafeText.line("\(error)", limit: 80)
            try store.settle(envelope.id, error: MessageError(.unknown, "the message was not delivered: \(reason)"))
            return true
        }
        try store.settle(envelope.id)
        return true
    }

    /// Delivers what is in the outbox, oldest first: what processes did not deliver before they ended.
    ///
    /// - Returns: how many envelopes have an outcome now.
    func deliverPending(report: OutgoingMedia.Report = { _, _ in }) async throws(MayflyError) -> Int {
        var count = 0
        for envelope in try store.pendingEnvelopes() where try await deliver(envelope, report: report) { count += 1 }
        return count
    }
}
