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
            let converted = try await media?.converted(envelope, report: report) ?? envelope
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

    /// Delivers an envelope after all that the same person sent to the same conversation before it, by whatever program.
    ///
    /// What nobody is delivering is delivered first. What a living program, or another window, is delivering is waited for, up to
    /// `patience`. Whoever waits holds later envelopes only, so no two wait for each other.
    /// - Returns: whether it has an outcome; otherwise it stays in the outbox, as it does when the task is cancelled.
    func deliver(
        _ envelope: Envelope,
        inTurnWithin patience: Duration,
        report: OutgoingMedia.Report
    ) async throws(MayflyError) -> Bool {
        let limit = ContinuousClock.now + patience
        while try await !hasDelivered(sentBefore: envelope, report: report) {
            guard .now < limit, (try? await Task.sleep(for: .milliseconds(50))) != nil else { return false }
        }
        return try await deliver(envelope, report: report)
    }

    /// Delivers what is in the outbox of these conversations, oldest first: what processes did not deliver before they ended.
    ///
    /// What is on its way stays where it is: a living program, or another window, delivers it. So does what the same person has sent
    /// to the same conversation after an envelope that stays, since its order must hold.
    /// - Returns: how many envelopes have an outcome now.
    func deliverPending(
        in conversations: PendingPlace = .anywhere,
        report: OutgoingMedia.Report = { _, _ in }
    ) async throws(MayflyError) -> Int {
        var (count, held) = (0, Set<Sequence>())
        for envelope in try store.pendingEnvelopes() where conversations.includes(envelope.conversation) {
            let sequence = Sequence(envelope)
            guard !held.contains(sequence) else { continue }
            if try await deliverUnclaimed(envelope, report: report) { count += 1 } else { held.insert(sequence) }
        }
        return count
    }

    private func hasDelivered(
        sentBefore envelope: Envelope,
        report: OutgoingMedia.Report
    ) async throws(MayflyError) -> Bool {
        for earlier in try store.pendingEnvelopes(before: envelope.id) where Sequence(earlier) == Sequence(envelope) {
            guard try await deliverUnclaimed(earlier, report: report) else { return false }
        }
        return true
    }

    /// Delivers an envelope of the outbox, unless somebody else is delivering it.
    ///
    /// - Returns: whether it has an outcome now.
    private func deliverUnclaimed(
        _ envelope: Envelope,
        report: OutgoingMedia.Report
    ) async throws(MayflyError) -> Bool {
        guard let claim = store.claim(envelope.id) else { return false }
        defer { withExtendedLifetime(claim) {} }
        // It may have been delivered before it was claimed.
        guard try store.isPending(envelope.id) else { return true }
        return try await deliver(envelope, report: report)
    }

    /// What a person sends to a conversation, which must arrive in its order.
    private struct Sequence: Hashable {
        let conversation: ConversationID
        let sender: DeviceID

        init(_ envelope: Envelope) {
            conversation = envelope.conversation
            sender = envelope.sender
        }
    }
}
