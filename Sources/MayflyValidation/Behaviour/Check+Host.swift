internal import MayflyABI
internal import MayflyHost
internal import MayflyModel

extension Check {
    static let hostChecks =
        [
            trial(
                "host-negotiates-twice",
                .negotiatesTwice,
                "Its entry point gives the same answer when a host calls it again.",
                "A host may ask more than once before it opens an extension.",
                "Keep nothing in static variables in the entry point."
            ),
            trial(
                "host-newer",
                .offersMore,
                "It chooses a version that it knows where a newer host offers more.",
                "It could not be opened by the next version of a host.",
                "Answer MAYFLY_ABI_1_0, and not the offer's abi_max."
            ),
            running(
                "host-other-versions",
                level: 4,
                .host,
                needs: ["life-closes"],
                what: "It refuses a host that offers only versions that it does not know.",
                why: "Such a host would call it by another interface, and it would crash.",
                mending:
                    "Compare abi_min and abi_max of the offer with the version that you build for, and set a refusal."
            ) { examined in
                let trial = try await examined.trial(.offersOthersOnly)
                guard let failure = trial.failure else {
                    return .failed(["it agrees to a version that does not exist"])
                }
                return trial.isRefusal ? .passed : .failed([failure.message])
            },
            trial(
                "host-unknown-table",
                .asksForUnknownTable,
                "Its ability function gives NULL for a table that it does not know.",
                "A newer host would take the wrong table for another one, and crash the extension.",
                "Compare the whole id, and return NULL at the end."
            ),
            trial(
                "host-unknown-context",
                .hasUnknownContext,
                "It can be opened in a context that it does not know.",
                "A newer host has more places for extensions.",
                "Take a value that you do not know for the usual one."
            ),
            trial(
                "host-longer-structs",
                .hasLongerStructs,
                level: 5,
                in: TrialUse.allCases,
                "It takes structs and tables that have members at their ends which it does not know.",
                "A newer host has such structs: what copies 'size' bytes, or compares 'size' for equality, breaks there.",
                "Read the members that your header has, and step through structs with the size that they carry."
            ),
            trial(
                "host-warns-of-memory",
                .warnsOfMemory,
                level: 5,
                "It takes a warning of short memory between any two callbacks, also while it is not active.",
                "The order at launch and at the end is fixed, and such a warning may come at any moment of it.",
                "In didReceiveMemoryWarning, look whether there is an active conversation before you use it."
            ),
            calls(
                "host-refuses-calls",
                .refusesCalls,
                "It goes on when a host refuses its calls that have a completion.",
                "A full disk, a quota or a rule of the host can refuse any call.",
                "Look at the result of each call: where it is not MAYFLY_OK, no completion follows."
            ),
            calls(
                "host-fails-calls",
                .failsCalls,
                "It goes on when the completions of its calls have an error.",
                "What a call asks for can fail after it began: a server is away, a picture cannot be converted.",
                "Look at the error of each completion before you use what is with it, which is empty then."
            ),
            calls(
                "host-answers-late",
                .completesLate,
                "It goes on when no completion is called before the callback has returned that runs.",
                "A busy host answers later; an extension that waits in a callback is ended.",
                "Return from the callback, and go on in the completion."
            ),
            calls(
                "host-answers-short",
                .answersShort,
                "It goes on when answers have no messages, no products and no bytes.",
                "A session may have no message that fits, a shop no product, and an answer of a server no body.",
                "Compare the counts and sizes of a completion with what you read of it."
            ) { $0.completion.map { $0 !== Table.settingsCompletion && $0.hasCounts } ?? false },
        ]
        + Table.interfaces.filter { $0.side == .host }.map { lacks($0.id) }

    private static func trial(
        _ id: String,
        _ trial: HostTrial,
        level: Int = 4,
        in uses: [TrialUse] = [.visit],
        _ what: String,
        _ why: String,
        _ mending: String
    ) -> Check {
        running(id, level: level, .host, needs: ["life-closes"], what: what, why: why, mending: mending) { examined in
            let trials = try await examined.trials(trial, in: uses)
            return trials.compactMap(\.failure).first.map(Steps.verdict) ?? .passed
        }
    }

    /// The check of what becomes of calls. It is skipped where the extension makes none that `isMeant`.
    private static func calls(
        _ id: String,
        _ trial: HostTrial,
        _ what: String,
        _ why: String,
        _ mending: String,
        of isMeant: @escaping @Sendable (Function) -> Bool = { $0.completion != nil }
    ) -> Check {
        running(id, level: 5, .host, needs: ["life-closes"], what: what, why: why, mending: mending) { examined in
            let trials = try await examined.trials(trial, in: TrialUse.allCases)
            if let failure = trials.compactMap(\.failure).first { return Steps.verdict(failure) }
            return trials.contains { $0.hasCalled(isMeant) } ? .passed : .skipped("it makes no call that this is about")
        }
    }

    /// The name of a table without its version: `mayfly.view/1` is `view`.
    private static func name(of table: String) -> String {
        let name = table.split(separator: "/").first ?? ""
        return String(name.split(separator: ".").last ?? "")
    }

    private static func lacks(_ table: String) -> Check {
        running(
            "host-lacks-\(name(of: table))",
            level: 6,
            .host,
            needs: ["life-closes"],
            what: "A host without the table \(table) opens it, or is refused by it.",
            why: "Not every app has all abilities; the extension would crash there.",
            mending: "Compare the result of mayfly_ability with NULL; without a table that you need, return an error "
                + "from make_instance."
        ) { examined in
            let trial = try await examined.trial(.lacks(table))
            guard let failure = trial.failure, !trial.isRefusal else { return .passed }
            return Steps.verdict(failure)
        }
    }
}

extension Function {
    /// Whether it has an array or bytes, of which there may be none.
    fileprivate var hasCounts: Bool { parameters.contains { $0.type.counter != nil } }
}

/// What people do with the extension in a host that behaves otherwise than usual.
private enum TrialUse: String, CaseIterable {
    case visit, taps, people

    /// Why it ends early in a usual host, too, which is then not the trial's doing.
    func failure(in examined: Examination) async throws -> MayflyError? {
        switch self {
        case .visit: try await examined.visit().steps.failure?.error
        case .taps: try await examined.taps().steps.failure?.error
        case .people: try await examined.exchange().steps.failure?.error
        }
    }

    func carryOut(_ stage: Stage) async throws -> Trial {
        switch self {
        case .visit: try await Trial.make(stage)
        case .taps: try await Trial.makeWithTaps(stage)
        case .people: try await Trial.makeWithPeople(stage)
        }
    }
}

extension Examination {
    fileprivate func trial(_ trial: HostTrial, in use: TrialUse = .visit) async throws -> Trial {
        let name = "trial \(trial.text), \(use.rawValue)"
        return try await runs.record(name, policy: Trial.policy(trial)) { try await use.carryOut($0) }
    }

    /// The trial in these uses, up to the first one that fails.
    fileprivate func trials(_ trial: HostTrial, in uses: [TrialUse]) async throws -> [Trial] {
        var trials: [Trial] = []
        for use in uses where try await use.failure(in: self) == nil {
            trials.append(try await self.trial(trial, in: use))
            if trials.last?.failure != nil { break }
        }
        return trials
    }
}
