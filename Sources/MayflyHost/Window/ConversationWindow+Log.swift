internal import MayflyModel

extension ConversationWindow {
    /// Adds to the conversation's log, together with what others added since, and shows what changed.
    func append(_ events: [ConversationEvent]) async throws(MayflyError) {
        await fold(try host.store.append(events, to: conversation.id, on: device.id, after: log.lastSeq))
    }

    /// Takes over what others added to the log.
    func catchUp() async {
        do throws(MayflyError) {
            await fold(try host.store.changes(in: conversation.id, on: device.id, after: log.lastSeq))
        } catch {
            report(.error, "what was added to the conversation cannot be read: \(error.message)")
        }
    }

    /// Folds events into the state. The transcript changes before the extension is told (C-142).
    private func fold(_ added: [LoggedEvent]) async {
        guard !added.isEmpty else { return }
        let before = log.state
        log.apply(added)
        if log.state.draft != before.draft { observer(.draft(log.state.draft)) }
        if log.state.transcript != before.transcript { observer(.transcript(log.state.transcript.entries)) }
        for case .received(let item) in added.map(\.event)
        where item.message != nil && item.origin?.extensionID == machine.current {
            await advance(.received(item))
        }
    }

    /// 3.9: the transcript is updated at once, then the message goes out.
    func sendDraft() async throws(MayflyError) {
        let (added, envelope) = try host.store.sendDraft(
            in: conversation.id,
            from: device.id,
            after: log.lastSeq
        )
        await fold(added)
        for item in envelope.items where item.message != nil {
            let sent = log.state.transcript.item(item.id) ?? item
            guard sent.origin?.extensionID == machine.current else {
                reportSuppressed(.didStartSending(sent))
                continue
            }
            await advance(.startedSending(sent))
        }
        await host.deliver(envelope)
    }

    /// 3.11.
    func cancelStaged() async throws(MayflyError) {
        await catchUp()
        guard let item = log.state.draft.message else {
            throw MayflyError(.notPossibleNow, "no message is staged in the input field")
        }
        try await append([.cancelledMessage(item.id)])
        if item.origin?.extensionID == machine.current { await advance(.cancelledSending(item)) }
    }
}
