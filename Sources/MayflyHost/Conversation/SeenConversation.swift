internal import MayflyLinux
internal import MayflyModel
internal import MayflyStore

/// A conversation as one window shows it: the end of the transcript and the input field.
///
/// Each change goes to the conversation's log first, is shown then, and gives a `Change`: what the open extension must be told.
/// Messages that expire (model 5.10) count as read when they are shown. The log records the end of their time, so that it is
/// the same in every program.
final class SeenConversation {
    /// What follows from a change besides what the window shows.
    struct Change {
        /// Messages from other people, in the order of arrival.
        var arrived: [Item] = []
        /// Lines for the log about what could not be written.
        var failures: [String] = []
    }

    private let scope: WindowScope
    private let timer: ExpiryTimer
    private let lookAgain: @Sendable () -> Void
    private var seen: ConversationSnapshot
    /// Whether something could not be written or read at the last look: the next one tries it again.
    private var hasFailed = false

    private var store: Store { scope.services.store }
    private var id: ConversationID { scope.conversation.id }
    private var device: DeviceID { scope.device.id }
    private var now: Timestamp { scope.services.clock.now }

    /// `lookAgain` is called when the time of a message is over, on any thread, and when more has arrived than one look reads.
    init(_ scope: WindowScope, lookAgain: @escaping @Sendable () -> Void) throws(MayflyError) {
        self.scope = scope
        self.lookAgain = lookAgain
        let (store, clock) = (scope.services.store, scope.services.clock)
        timer = ExpiryTimer(clock: clock, fired: lookAgain)
        let now = clock.now
        // Where that fails, for example on a full disk, what has expired is left out.
        try? store.expire(in: scope.conversation.id, on: scope.device.id, at: now)
        seen = try store.look(at: scope.conversation.id, on: scope.device.id, at: now)
    }

    /// Counts what is shown first as read, and waits for what expires.
    func begin() -> Change {
        let change = read(seen.page.entries)
        timer.wait(until: seen.nextExpiry)
        return change
    }

    /// Waits for no other expiry from now on.
    func close() { timer.close() }

    /// Ends the wait for the next expiry, and returns when it has stopped completely.
    nonisolated(nonsending) func stop() async { await timer.stop() }

    // MARK: What is shown

    var page: TranscriptPage { seen.page }
    var draft: Draft { seen.draft }

    /// The rows above those of a page. They do not count as read.
    func page(before later: TranscriptPage) throws(MayflyError) -> TranscriptPage {
        try store.page(before: later, in: id, on: device, at: now)
    }

    func page(above item: ItemID) throws(MayflyError) -> TranscriptPage? {
        try store.page(above: item, in: id, on: device, at: now)
    }

    func markSeen(_ item: ItemID) throws(MayflyError) { try store.markSeen(item, in: id, on: device) }

    func entry(number: Int) throws(MayflyError) -> TranscriptEntry? {
        if let entry = page.entry(number: number) { return entry }
        return try store.entry(number: number, in: id, on: device, at: now)
    }

    func number(of item: ItemID) throws(MayflyError) -> Int? {
        if let number = page.number(of: item) { return number }
        return try store.number(of: item, in: id, on: device, at: now)
    }

    /// Those of these items whose time is over: their content is deleted.
    func expired(among items: [ItemID]) throws(MayflyError) -> [ItemID] {
        try store.expired(among: items, in: id, on: device, at: now)
    }

    /// The bubble that a person counts as `number`. Throws `.notAsShown` where it is not that of the item that the person saw there;
    /// nil takes whatever has the number.
    func bubble(_ number: Int, shown: ItemID?) throws(MayflyError) -> Bubble {
        guard let entry = try entry(number: number) else {
            throw MayflyError(.unknownMessage, "there is no entry \(number); the transcript has \(page.count)")
        }
        guard let bubble = entry.bubble else {
            throw MayflyError(.notPossibleNow, "entry \(number) is a summary line, which cannot be tapped")
        }
        guard bubble.item.id == shown ?? bubble.item.id else {
            throw MayflyError(.notAsShown, "nothing is done: entry \(number) is another one than was shown")
        }
        return bubble
    }

    // MARK: Changes

    /// Adds to the log, together with what others added since, and shows what changed. `install` is that of the extension which asks for
    /// it, and must not have ended.
    func append(_ events: [ConversationEvent], under install: Install? = nil) throws(MayflyError) -> Change {
        show(try store.append(events, to: id, on: device, since: seen, at: now, under: install))
    }

    /// Whether nothing was added to the log since it was shown, and nothing of it has expired.
    func isCurrent(at glance: Glance) -> Bool {
        if hasFailed || seen.hasMoreArrived || glance.lastSeq != seen.lastSeq { return false }
        if let next = seen.nextExpiry, next <= now { return false }
        // A timer that was early has fired for nothing.
        timer.wait(until: seen.nextExpiry)
        return true
    }

    /// Shows what others added to the log, and deletes what has expired. Where that fails, for example on a full disk, it is not shown
    /// any more either.
    func catchUp() throws(MayflyError) -> Change {
        let now = now
        var failures: [String] = []
        // Until this returns.
        hasFailed = true
        do throws(MayflyError) {
            try store.expire(in: id, on: device, at: now)
        } catch {
            failures.append("a message whose time is over cannot be deleted: \(error.message)")
        }
        var change = show(try store.look(at: id, on: device, since: seen, at: now))
        change.failures.insert(contentsOf: failures, at: 0)
        hasFailed = !change.failures.isEmpty
        return change
    }

    /// Sends items that were never in the input field.
    func send(_ items: [Item]) throws(MayflyError) -> (departure: Departure, change: Change) {
        let sending = try store.send(items, in: id, from: device, since: seen, at: now)
        return (Departure(envelope: sending.envelope, claim: sending.claim), show(sending.snapshot))
    }

    /// Sends what is in the input field, if it is what was shown.
    func sendDraft(_ shown: DraftID) throws(MayflyError) -> (departure: Departure, change: Change) {
        let sending = try store.sendDraft(shown, in: id, from: device, since: seen, at: now)
        return (Departure(envelope: sending.envelope, claim: sending.claim), show(sending.snapshot))
    }

    /// Counts the messages among these that expire as read, and starts their time. Of a collapsed one the summary line is read.
    func read(_ entries: [TranscriptEntry]) -> Change {
        let read = Self.unread(entries)
        guard !read.isEmpty else { return Change() }
        do throws(MayflyError) {
            let end = scope.services.clock.now.advanced(by: scope.services.policy.expiry)
            return try append([.willExpire(read, at: end)])
        } catch {
            hasFailed = true
            return Change(failures: ["that a message was read cannot be written down: \(error.message)"])
        }
    }

    /// The messages among these that expire and were not read.
    static func unread(_ entries: [TranscriptEntry]) -> [ItemID] {
        entries.filter { entry in
            switch entry {
            case .bubble(let bubble):
                bubble.delivery == .received && bubble.expiry == nil && bubble.item.message?.shouldExpire == true
            case .summary(let line): line.isUnread
            }
        }
        .map(\.itemID)
    }

    private func show(_ new: ConversationSnapshot) -> Change {
        let old = seen
        seen = new
        CPUAccounting.charge {
            if new.draft != old.draft { scope.observer(.draft(new.draft)) }
            if new.page != old.page { scope.observer(.transcript(new.page)) }
        }
        // To write down that a message was read can show later arrivals.
        var change = read(new.page.entries)
        timer.wait(until: seen.nextExpiry)
        if new.hasMoreArrived { lookAgain() }
        // D-16: a message that the person sent from another device is not an arrival.
        change.arrived.insert(
            contentsOf: new.arrived.filter { $0.message != nil && $0.sender != scope.device.owner },
            at: 0
        )
        return change
    }
}
