internal import MayflyHost
internal import MayflyModel

/// Three people use the extension together: one sends, the others answer at once, and the first looks at the answers.
struct Exchange: Sendable {
    var steps = Steps()
    /// The message of the first person, and the answer of the second one.
    var first: InteractiveMessage?
    var answer: InteractiveMessage?
    let log: RunLog

    static let reason = "none of its controls puts anything into the field"

    static func make(_ stage: Stage) async throws -> Exchange {
        let start = Exchange(log: RunLog())
        var exchange = try await stage.window(of: "alice", start.log) { alice in
            try await stage.window(of: "bob", start.log) { bob in
                try await stage.window(of: "carol", start.log) { carol in
                    var exchange = start
                    try await exchange.play(stage, alice, bob, carol)
                    return exchange
                }
            }
        }
        exchange.steps.judgeEnds(of: start.log, named: stage.bundle.manifest.name)
        return exchange
    }

    private mutating func play(
        _ stage: Stage,
        _ alice: ConversationWindow,
        _ bob: ConversationWindow,
        _ carol: ConversationWindow
    ) async throws {
        guard try await stageMessage("stage", stage, alice) else { return }
        guard await alice.draft.message != nil else {
            for step in ["cancel", "stage-again", "send", "open-bubble", "bubble-view", "answer", "receive", "select"] {
                steps.leaveOut(step, "what it stages is no message with a view")
            }
            return
        }
        _ = try await steps.take("cancel") {
            try await alice.cancelMessage()
            if let failure = await alice.failure { throw failure }
        }
        guard try await stageMessage("stage-again", stage, alice) else { return }
        first = await alice.draft.message?.message
        _ = try await steps.take("send") {
            try await alice.send(alice.draft.id)
            if let failure = await alice.failure { throw failure }
        }
        _ = try await steps.take("open-bubble") { try await Self.tapLast(bob) }
        try await steps.expectView("bubble-view", bob)
        _ = try await steps.take("open-bubble") { try await Self.tapLast(carol) }
        guard try await stageMessage("answer", stage, bob) else { return }
        answer = await bob.draft.message?.message
        _ = try await stageMessage("answer", stage, carol)
        _ = try await steps.take("receive") {
            if await alice.openExtension == nil { try await alice.open(stage.bundle) }
            try await bob.send(bob.draft.id)
            if await !carol.draft.isEmpty { try await carol.send(carol.draft.id) }
            for window in [alice, bob, carol] {
                try await window.settle()
                if let failure = await window.failure { throw failure }
            }
        }
        _ = try await steps.take("select") { try await Self.tapLast(alice) }
        for window in [alice, bob, carol] { try? await window.closeExtension() }
    }

    /// Taps until a message is staged. False, with the step left out, where none is.
    private mutating func stageMessage(
        _ step: String,
        _ stage: Stage,
        _ window: ConversationWindow
    ) async throws -> Bool {
        let isStaged = try await steps.take(step) { try await Self.stageAny(stage, window) }
        guard isStaged == false else { return isStaged != nil }
        steps.unmake(step, Self.reason)
        return false
    }

    /// Taps until something is in the field. False where no control puts anything into it.
    static func stageAny(_ stage: Stage, _ window: ConversationWindow) async throws -> Bool {
        var tapping = Tapping(seed: stage.seed)
        try await TapRun.open(stage, window)
        while await window.draft.isEmpty {
            guard try await tapping.next(in: window) else { return false }
            if await window.draft.isEmpty { try await TapRun.open(stage, window) }
        }
        return true
    }

    /// Taps the last bubble of the transcript.
    static func tapLast(_ window: ConversationWindow) async throws {
        try await window.settle()
        let page = await window.transcript
        guard let item = page.entries.last(where: { $0.item?.message != nil })?.itemID,
            let number = try await window.number(of: item)
        else { throw MayflyError(.unknownMessage, "the message did not arrive") }
        try await window.tapBubble(number)
    }
}

extension Steps {
    /// A view must be there now.
    mutating func expectView(_ step: String, _ window: ConversationWindow) async throws {
        _ = try await take(step) {
            guard await window.view == .none else { return }
            throw MayflyError(.invalidView, "it shows nothing")
        }
    }
}
