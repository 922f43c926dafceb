internal import MayflyBundles
internal import MayflyLinux
internal import MayflyModel
internal import MayflyStore

extension ConversationWindow {
    /// Adds to the conversation's log, together with what others added since, and shows what changed.
    func append(_ events: [ConversationEvent]) async throws(MayflyError) {
        await show(try host.store.append(events, to: conversation.id, on: device.id, since: seen))
    }

    /// Puts an item into the input field if the field has room for it.
    func stage(_ item: Item) async throws(MayflyError) {
        if let refusal = draft.refusal(of: item) { throw MayflyError(.notPossibleNow, refusal.message) }
        try await append([.staged(item)])
    }

    /// Takes over what others added to the log, and deletes what has expired.
    func catchUp() async {
        do throws(MayflyError) {
            try await closeWhatIsGone()
            try host.store.expire(in: conversation.id, on: device.id, at: host.clock.now)
            await show(try host.store.look(at: conversation.id, on: device.id, since: seen))
        } catch {
            report(.error, "what was added to the conversation cannot be read: \(error.message)")
        }
    }

    /// 3.16: what was disabled or removed under our hands resigns.
    private func closeWhatIsGone() async throws(MayflyError) {
        if let id = machine.current, try !host.store.hasInstall(of: id, on: device.id) { await advance(.close) }
        // A pack has no identities, so its folder says whether it is there.
        guard let pack = openPack else { return }
        let isHere = try host.isEnabled(pack.id, on: device) && host.has(pack)
        if !isHere { closePack() }
    }

    /// The transcript changes before the extension is told (C-142).
    private func show(_ new: ConversationSnapshot) async {
        let old = seen
        seen = new
        CPUAccounting.charge {
            if new.draft != old.draft { observer(.draft(new.draft)) }
            if new.page != old.page { observer(.transcript(new.page)) }
        }
        await read(new.page.entries)
        waitForNextExpiry()
        for item in new.arrived where item.message != nil && item.origin?.extensionID == machine.current {
            // D-16: what the person sent from another device is no news to the extension.
            guard item.sender != device.id.owner else { continue }
            await advance(.received(item))
        }
    }

    /// Sends items at once, past the input field.
    func send(_ items: [Item]) async throws(MayflyError) {
        let sending = try host.store.send(items, in: conversation.id, from: device.id, since: seen)
        await show(sending.snapshot)
        dispatch(sending.envelope)
    }

    /// 3.9: the transcript is updated at once, then the message goes out.
    func sendDraft() async throws(MayflyError) {
        let sending = try host.store.sendDraft(in: conversation.id, from: device.id, since: seen)
        await show(sending.snapshot)
        for item in sending.envelope.items where item.message != nil {
            guard item.origin?.extensionID == machine.current else {
                reportSuppressed(.didStartSending(item))
                continue
            }
            await advance(.startedSending(item))
        }
        dispatch(sending.envelope)
    }

    /// 3.11.
    func cancelStaged() async throws(MayflyError) {
        await catchUp()
        guard let item = draft.message else {
            throw MayflyError(.notPossibleNow, "no message is staged in the input field")
        }
        try await append([.cancelledMessage(item.id)])
        if item.origin?.extensionID == machine.current { await advance(.cancelledSending(item)) }
    }
}
