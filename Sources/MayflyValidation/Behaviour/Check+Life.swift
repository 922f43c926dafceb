internal import MayflyHost
internal import MayflyModel

extension Check {
    static let lifeChecks = [
        visit(
            "life-expands",
            "expand",
            "A person can make its area larger.",
            "It would end in the middle of what the person does.",
            "Look at willTransition and didTransition, and at what they draw."
        ),
        visit(
            "life-swipes",
            "swipe",
            "A person can swipe over its large view.",
            "It would end in the middle of what the person does.",
            "Look at didSwipe; an extension that does not need it offers no MAYFLY_GESTURES."
        ),
        visit(
            "life-shrinks",
            "shrink",
            "A person can make its area small again.",
            "It would end in the middle of what the person does.",
            "Look at willTransition and didTransition, and at what they draw."
        ),
        visit(
            "life-settings",
            "settings",
            "A person can change its settings while it is open.",
            "It would end in the middle of what the person does.",
            "Look at didChangeSettings, and at values that you do not expect."
        ),
        visit(
            "life-closes",
            "close",
            "It ends in order when it is closed: nothing crashes in the last callbacks.",
            "What it saves there would be lost, and hosts let an extension that crashes often rest.",
            "Look at viewWillDisappear to didResignActive, and at threads that use what these free."
        ),
        running(
            "life-callbacks-in-time",
            level: 3,
            .life,
            needs: ["launch-opens"],
            what: "Each callback returns within 2 seconds.",
            why: "Hosts end an extension that takes longer.",
            mending: "Do what takes long on a thread of your own."
        ) { examined in
            try await late(examined, limit: Policy().callback) { !$0.contains("ResignActive") }
        },
        running(
            "life-resigns-in-time",
            level: 3,
            .life,
            needs: ["life-closes"],
            what: "willResignActive and didResignActive return within 250 milliseconds each.",
            why: "Hosts end an extension that takes longer, and what it saves may be cut.",
            mending: "Save when something changes, and only the rest here; ask for more time with MAYFLY_MORE_TIME."
        ) { examined in
            try await late(examined, limit: Policy().resign) { $0.contains("ResignActive") }
        },
        running(
            "life-transitions-in-time",
            level: 4,
            .life,
            needs: ["life-expands"],
            what: "willTransition and didTransition return within 100 milliseconds each.",
            why: "The area of the extension jerks while a person drags it.",
            mending: "Present a prepared card, and load pictures later."
        ) { examined in
            let verdict = try await late(examined, limit: Policy().transition) { $0.contains("Transition") }
            return if case .failed(let lines) = verdict { .warning(lines) } else { verdict }
        },
        language(
            "life-right-to-left",
            "ar",
            "It works for a person whose language is written from right to left.",
            "Look at what you do with the locale of the launch; its text is any tag of BCP 47."
        ),
        language(
            "life-other-language",
            "pt-BR",
            "It works for a person whose language has a region in its tag.",
            "Look at what you do with the locale of the launch; its text is any tag of BCP 47."
        ),
        growth(
            "life-threads-stay",
            "It has no more threads after a hundred changes of style than after twenty.",
            "In a long visit it would come to the limit of threads and be ended.",
            "Join or detach each thread, and make none for each callback."
        ) { before, after in
            guard let old = before.threads, let new = after.threads else { return nil }
            return new > old + 4 ? "\(old) threads became \(new)" : ""
        },
        growth(
            "life-descriptors-stay",
            "It has no more open files after a hundred changes of style than after twenty.",
            "In a long visit it could open no file any more.",
            "Close each file that a callback opens."
        ) { before, after in
            guard let old = before.descriptors, let new = after.descriptors else { return nil }
            return new > old + 4 ? "\(old) descriptors became \(new)" : ""
        },
        growth(
            "life-memory-stays",
            "It has no more memory after a hundred changes of style than after twenty.",
            "In a long visit it would come to the limit of memory and be ended.",
            "Free what a callback allocates; compile with -fsanitize=address to find what is not."
        ) { before, after in
            guard let old = before.memoryKiB, let new = after.memoryKiB else { return nil }
            return new > old + 4096 ? "\(grouped(old)) KiB of memory became \(grouped(new))" : ""
        },
    ]

    static let killChecks =
        [
            "viewDidLoad", "willBecomeActive", "didBecomeActive", "viewWillAppear", "viewDidAppear", "willTransition",
            "didTransition", "viewWillDisappear", "viewDidDisappear", "willResignActive",
        ].map(killed)
        + [
            running(
                "life-killed-at-calls",
                level: 8,
                .life,
                needs: ["life-closes", "launch-shows-view"],
                what:
                    "Killed at its first call of each host function, it can be opened again, with the field as it was.",
                why: killReason,
                mending: killMending
            ) { examined in
                let calls = try await examined.callsByPlace()
                var unreached: [String] = []
                for (name, isInBubble) in calls {
                    let run = try await examined.runs.record("killed at \(name)") { stage in
                        isInBubble ? try await Kill.atCallInBubble(name, stage) : try await Kill.atCall(name, stage)
                    }
                    switch run.steps.verdict(of: "again") {
                    case .passed: continue
                    case .skipped: unreached.append(name)
                    case let verdict: return verdict
                    }
                }
                guard !calls.isEmpty else { return .skipped("it makes no calls") }
                guard !unreached.isEmpty else { return .passed }
                let names = unreached.joined(separator: ", ")
                return .skipped("it was killed at all of its calls but \(names), which it did not make again")
            }
        ]

    private static let killReason =
        "Hosts and systems end processes at any time; what a person did would be lost, or the extension could never be opened again."
    private static let killMending =
        "Write a new file and rename it, and take a file that cannot be read for one that is not there."

    private static func killed(after callback: String) -> Check {
        let words = callback.reduce(into: "") { text, letter in
            text += letter.isUppercase ? "-" + letter.lowercased() : String(letter)
        }
        return running(
            "life-killed-after-\(words)",
            level: 7,
            .life,
            needs: ["life-closes", "launch-shows-view"],
            what: "Killed when \(callback) has returned, it can be opened again, with the field as it was.",
            why: killReason,
            mending: killMending
        ) { examined in
            let run = try await examined.runs.record("killed after \(callback)") {
                try await Kill.after(callback, $0)
            }
            return run.steps.verdict(of: "again")
        }
    }

    private static func visit(_ id: String, _ step: String, _ what: String, _ why: String, _ mending: String) -> Check {
        running(id, level: 2, .life, what: what, why: why, mending: mending) { examined in
            try await examined.visit().steps.verdict(of: step)
        }
    }

    private static func language(_ id: String, _ tag: String, _ what: String, _ mending: String) -> Check {
        running(
            id,
            level: 4,
            .life,
            needs: ["life-closes", "launch-shows-view"],
            what: what,
            why: "A part of all people could not use it.",
            mending: mending
        ) { examined in
            let visit = try await examined.visit(in: tag)
            if let failure = visit.steps.failure { return Steps.verdict(failure.error) }
            return visit.compact == .none ? .failed(["it shows nothing"]) : .passed
        }
    }

    /// `compare` gives what has grown, an empty text for nothing, and nil where it is not known.
    private static func growth(
        _ id: String,
        _ what: String,
        _ why: String,
        _ mending: String,
        _ compare: @escaping @Sendable (ProcessReadings, ProcessReadings) -> String?
    ) -> Check {
        running(id, level: 8, .life, needs: ["life-closes"], what: what, why: why, mending: mending) { examined in
            let run = try await examined.growth()
            return run.steps.verdict(of: "change") {
                guard let readings = run.readings, let line = compare(readings.before, readings.after) else {
                    return .skipped("this machine does not say what its process has")
                }
                return line.isEmpty ? .passed : .failed([line])
            }
        }
    }

    private static func late(
        _ examined: Examination,
        limit: Duration,
        _ isMeant: @escaping @Sendable (String) -> Bool
    ) async throws -> Verdict {
        let longest = try await examined.shortest(within: limit) { $0.longest(isMeant) }
        guard let longest else { return .skipped("these callbacks were not called") }
        guard longest.duration > limit * examined.runs.settings.patience else { return .passed }
        return .failed(["\(longest.name) took \(longest.duration.milliseconds) ms"])
    }
}

extension Examination {
    /// The host functions that the extension calls in a visit and at taps, or else while a message is open.
    fileprivate func callsByPlace() async throws -> [(name: String, isInBubble: Bool)] {
        func names(_ logs: [RunLog]) -> Set<String> {
            Set(logs.flatMap(\.calls).filter { $0.error == nil }.map(\.name))
        }
        let first = names([try await visit().log, try await taps().log])
        let exchange = try await exchange()
        // In one that fails, the extension crashes without a kill.
        let later = exchange.steps.failure == nil ? names([exchange.log]).subtracting(first) : []
        return first.sorted().map { ($0, false) } + later.sorted().map { ($0, true) }
    }
}
