internal import MayflyHost
internal import MayflyModel

extension Check {
    static let conversationChecks = [
        running(
            "talk-stages",
            level: 3,
            .conversation,
            needs: ["view-taps"],
            what: "One of its controls puts a message, a sticker or a text into the input field.",
            why: "A person opens an extension to send something with it.",
            mending:
                "Call one of the insert functions when a person taps a control; it may need an input that is filled."
        ) { examined in
            let exchange = try await examined.exchange()
            if let failure = exchange.steps.failure, failure.step == "stage" { return Steps.verdict(failure.error) }
            return exchange.steps.done.contains("stage") ? .passed : .warning([Exchange.reason])
        },
        exchange(
            "talk-cancels",
            "cancel",
            level: 4,
            "A person can take its message out of the field again.",
            "Look at didCancelSending."
        ),
        exchange(
            "talk-stages-again",
            "stage-again",
            level: 4,
            "After that, it stages a message again.",
            "Make a message for each tap, and keep nothing of one that was cancelled."
        ),
        exchange(
            "talk-sends",
            "send",
            level: 3,
            "Its message can be sent.",
            "Look at didStartSending, and at files that the message names."
        ),
        exchange(
            "talk-bubble-opens",
            "open-bubble",
            level: 3,
            "Two other people can open its message on their devices at the same time.",
            "Look at willBecomeActive with a selected message, which another device has written."
        ),
        exchange(
            "talk-bubble-view",
            "bubble-view",
            level: 3,
            "It shows a view for an opened message.",
            "Present a card for the selected message in willBecomeActive."
        ),
        exchange(
            "talk-answers",
            "answer",
            level: 5,
            "Both can answer, before they have each other's answer.",
            "Look at didPerformAction while a message is selected."
        ),
        exchange(
            "talk-receives",
            "receive",
            level: 5,
            "It stays open while the answers of two people arrive.",
            "Look at didReceive, also for a message that is older than what you show."
        ),
        exchange(
            "talk-selects",
            "select",
            level: 5,
            "A person can tap the newest message while it is open.",
            "Look at willSelect and didSelect."
        ),
        message(
            "talk-summary",
            level: 4,
            what: "Its message has a summary text.",
            why:
                "When a newer message takes its place, the line of the old one has the summary; a device without the extension shows it.",
            mending: "Set summary_text."
        ) { message in message.summaryText == nil ? "its message has no summary text" : nil },
        message(
            "talk-spoken",
            level: 4,
            what: "Its message has words for a person who does not see it.",
            why: "A screen reader would have nothing to say of the bubble.",
            mending: "Set a caption, or accessibility_label."
        ) { message in
            [message.accessibilityLabel, message.layout?.caption].allSatisfy { $0?.isEmpty ?? true }
                ? "its message has no caption and no accessibility label" : nil
        },
        running(
            "talk-session",
            level: 5,
            .conversation,
            needs: ["talk-answers"],
            what: "The answer to a message belongs to the message's session.",
            why: "Otherwise each answer is a bubble of its own, and the old ones do not collapse.",
            mending: "Use the session of the selected message for the next one."
        ) { examined in
            let exchange = try await examined.exchange()
            guard let first = exchange.first?.session, let answer = exchange.answer else {
                return .skipped("its messages have no session")
            }
            return answer.session == first ? .passed : .warning(["the answer has another session than the message"])
        },
    ]

    private static let reason = "A person could not do with it what it is for."

    private static func exchange(_ id: String, _ step: String, level: Int, _ what: String, _ mending: String) -> Check {
        running(id, level: level, .conversation, needs: ["talk-stages"], what: what, why: reason, mending: mending) {
            try await $0.exchange().steps.verdict(of: step)
        }
    }

    /// `judge` gives what is missing of the first message.
    private static func message(
        _ id: String,
        level: Int,
        what: String,
        why: String,
        mending: String,
        judge: @escaping @Sendable (InteractiveMessage) -> String?
    ) -> Check {
        running(id, level: level, .conversation, needs: ["talk-stages"], what: what, why: why, mending: mending) {
            guard let message = try await $0.exchange().first else {
                return .skipped("it stages no message with a view")
            }
            return .advice([judge(message)].compactMap(\.self))
        }
    }
}
