package import MayflyModel
package import MayflyStore

/// Takes envelopes from the outbox to a transport and writes down how that went.
package struct Courier: Sendable {
    private let store: Store
    private let transport: any Transport
    private let media: OutgoingMedia?

    /// `media` converts what pictures an envelope has; nil sends them as they are.
    package init(store: Store, transport: any Transport, media: OutgoingMedia? = nil) {
        self.store = store
        self.transport = transport
        self.media = media
    }

    /// Delivers one envelope that `Store.send` gave; its outcome is in the sender's log afterwards.
    ///
    /// The outbox keeps the envelope as it was sent until then, so that a process that is killed on the way loses nothing:
    /// the next one converts again. `report` is told what could not be converted.
    /// - Returns: whether it has an outcome; false when the task was cancelled, and the envelope stays in the outbox.
    /// - Throws: `MayflyError` of the database only. The envelope then stays in the outbox.
    package func deliver(
        _ envelope: Envelope,
        report: OutgoingMedia.Report = { _, _ in }
    ) async throws(MayflyError) -> Bool {
        do {
            try await transport.deliver(await media?.converted(envelope, report: report) ?? envelope)
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

    /// Delivers what is in the outbox, oldest first: all that a process left when it was killed.
    ///
    /// - Returns: how many envelopes have an outcome now.
    package func deliverPending(report: OutgoingMedia.Report = { _, _ in }) async throws(MayflyError) -> Int {
        var count = 0
        for envelope in try store.pendingEnvelopes() where try await deliver(envelope, report: report) { count += 1 }
        return count
    }
}
