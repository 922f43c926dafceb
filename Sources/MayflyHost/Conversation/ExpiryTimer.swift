internal import MayflyModel
internal import MayflyStore

// Messages that their sender lets expire (model 5.10). What a window shows was read: its end is set then, by the log,
// so that it comes at the same moment whichever program is open.
extension ConversationWindow {
    /// Begins the time of what the person sees and did not see before.
    func read(_ entries: [TranscriptEntry]) async {
        let read = Self.unread(entries)
        guard !read.isEmpty else { return }
        do throws(MayflyError) {
            let end = host.clock.now.advanced(by: host.policy.expiry)
            try await append([.willExpire(read.map(\.item.id), at: end)])
        } catch {
            report(.error, "that a message was read cannot be written down: \(error.message)")
        }
    }

    /// The messages among these that expire and were not read.
    static func unread(_ entries: [TranscriptEntry]) -> [Bubble] {
        entries.compactMap(\.bubble).filter { bubble in
            bubble.delivery == .received && bubble.expiry == nil && bubble.item.message?.shouldExpire == true
        }
    }

    /// Has the window look again when the next message expires.
    func waitForNextExpiry() {
        guard seen.nextExpiry != awaitedExpiry else { return }
        stopWaitingForExpiry()
        guard let moment = seen.nextExpiry, !isShuttingDown else { return }
        awaitedExpiry = moment
        // Cancelled when another moment comes first, and when the window is shut down.
        expiryWait = Task { [clock = host.clock, weak self] in
            guard (try? await clock.wait(until: moment)) != nil else { return }
            await self?.expiryCame()
        }
    }

    private func expiryCame() {
        awaitedExpiry = nil
        post(.logGrew)
    }

    func stopWaitingForExpiry() {
        expiryWait?.cancel()
        expiryWait = nil
        awaitedExpiry = nil
    }

    /// Keeps a message that would expire.
    func keepBubble(_ number: Int) async throws(MayflyError) {
        let kept = try bubble(number)
        guard kept.item.message?.shouldExpire == true, kept.delivery == .received else {
            throw MayflyError(.notPossibleNow, "entry \(number) does not expire")
        }
        try await append([.kept(kept.item.id)])
    }
}
