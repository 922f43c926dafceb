/// Storage for the rows of one transcript: `Transcript` keeps them in memory, the database in tables.
///
/// `apply` implements the rules of model 5 for every storage.
package protocol TranscriptRows {
    /// What reading or writing a row may throw; `Never` in memory.
    associatedtype Failure: Error

    /// The row of an item, visible or not; nil for an item without a row.
    func row(of id: ItemID) throws(Failure) -> TranscriptRow?
    /// The row of the one bubble that a session has at any time (model 5.4).
    func currentRow(of scope: SessionScope) throws(Failure) -> TranscriptRow?
    /// Adds a row at the bottom. Its item has no row yet.
    mutating func insert(_ row: TranscriptRow) throws(Failure)
    /// Replaces the row of the same item.
    mutating func update(_ row: TranscriptRow) throws(Failure)
}

// The rules of model 5. Every event is valid in every state: the events of several processes can interleave, so an
// event about an item that is no longer there changes nothing.
extension TranscriptRows {
    /// Applies one event of the conversation's log.
    ///
    /// - Parameter fallback: what replaces a collapsed message that has no summary text (C-166).
    package mutating func apply(_ event: ConversationEvent, fallback: SummaryFallback) throws(Failure) {
        switch event {
        case .sent(let items):
            for item in items { try add(item, .sending, fallback) }
        case .received(let item): try add(item, .received, fallback)
        // It is here, so it has left the other device.
        case .sentElsewhere(let item): try add(item, .sent, fallback)
        case .delivered(let ids):
            for id in ids { try mark(id, .sent, nil) }
        case .failed(let ids, let error):
            for id in ids { try mark(id, .failed, error) }
        case .willExpire(let ids, let moment):
            for id in ids { try change(id) { row in row.willExpire(at: moment) } }
        case .kept(let id): try change(id) { row in row.keep() }
        case .expired(let ids):
            for id in ids { try change(id) { row in row.expire() } }
        case .staged, .replacedText, .cancelledMessage, .removed, .cleared: break
        }
    }

    /// Adds an item at the bottom and collapses the earlier bubble of its session (5.3). A known item changes nothing.
    private mutating func add(
        _ item: Item,
        _ delivery: DeliveryState,
        _ fallback: SummaryFallback
    ) throws(Failure) {
        guard try row(of: item.id) == nil else { return }
        let new = TranscriptRow(adding: item, delivery)
        if let scope = new.currentScope, var older = try currentRow(of: scope) {
            older.collapse(fallback: fallback)
            try update(older)
        }
        try insert(new)
    }

    private mutating func mark(_ id: ItemID, _ delivery: DeliveryState, _ error: MessageError?) throws(Failure) {
        try change(id) { row in row.mark(delivery, error) }
    }

    private mutating func change(_ id: ItemID, _ change: (inout TranscriptRow) -> Bool) throws(Failure) {
        guard var row = try row(of: id), change(&row) else { return }
        try update(row)
    }
}

extension TranscriptRow {
    fileprivate init(adding item: Item, _ delivery: DeliveryState) {
        self.item = item.settingOff
        self.delivery = delivery
        state = item.placement == nil ? .bubble : .placed
    }

    /// The summary of the OLD message replaces its bubble; without a summary the row is hidden (C-154, C-156). Its time to
    /// expire goes on. One that was not read, and of which nothing is left to read, expires at once.
    fileprivate mutating func collapse(fallback: SummaryFallback) {
        summary = item.message?.summaryText.flatMap { $0.isEmpty ? nil : $0 } ?? fallback.text
        state = summary == nil ? .collapsed : .summary
        if !isShown, isUnread { expiry = .due(Timestamp(rawValue: 0)) }
    }

    /// Whether it expires after it was read, and was not read.
    package var isUnread: Bool { delivery == .received && item.message?.shouldExpire == true && expiry == nil }

    /// Sets the delivery state of an item that the user sent. It applies to collapsed messages too, whose error can be
    /// read.
    fileprivate mutating func mark(_ delivery: DeliveryState, _ error: MessageError?) -> Bool {
        guard self.delivery != .received else { return false }
        self.delivery = delivery
        failure = error
        item.updateMessage { $0.error = error }
        return true
    }

    /// Only messages of others expire on this device, and each gets one time; a kept message stays kept.
    fileprivate mutating func willExpire(at moment: Timestamp) -> Bool {
        guard isShown, isUnread else { return false }
        expiry = .due(moment)
        return true
    }

    fileprivate mutating func keep() -> Bool {
        guard state == .bubble, item.message?.shouldExpire == true, expiry != .kept else { return false }
        expiry = .kept
        return true
    }

    fileprivate mutating func expire() -> Bool {
        guard state != .expired, case .due = expiry else { return false }
        state = .expired
        expiry = nil
        summary = nil
        item.erase()
        return true
    }
}

extension SummaryFallback {
    fileprivate var text: MentionText? {
        guard case .text(let text) = self, !text.isEmpty else { return nil }
        return MentionText(literal: text)
    }
}

/// What replaces a collapsed message that has no summary text (model 5.5, C-166).
public enum SummaryFallback: Sendable, Hashable, Codable {
    /// Nothing: the row is hidden.
    case remove
    /// This text, the same for every message.
    case text(String)
}
