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
            running(
                "host-refuses-calls",
                level: 5,
                .host,
                needs: ["view-taps"],
                what: "It goes on when a host refuses its calls that have a completion.",
                why: "A full disk, a quota or a rule of the host can refuse any call.",
                mending: "Look at the result of each call: where it is not MAYFLY_OK, no completion follows."
            ) { examined in
                let trial = try await examined.runs.record(
                    "refused calls",
                    policy: Trial.policy(.refusesCalls),
                    Trial.makeWithTaps
                )
                return trial.failure.map(Steps.verdict) ?? .passed
            },
        ]
        + Table.interfaces.filter { $0.side == .host }.map { lacks($0.id) }

    private static func trial(
        _ id: String,
        _ trial: HostTrial,
        _ what: String,
        _ why: String,
        _ mending: String
    ) -> Check {
        running(id, level: 4, .host, needs: ["life-closes"], what: what, why: why, mending: mending) { examined in
            try await examined.trial(trial).failure.map(Steps.verdict) ?? .passed
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

extension Examination {
    fileprivate func trial(_ trial: HostTrial) async throws -> Trial {
        try await runs.record("trial \(trial.text)", policy: Trial.policy(trial), Trial.make)
    }
}
