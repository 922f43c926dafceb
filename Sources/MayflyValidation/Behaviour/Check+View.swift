internal import MayflyHost
internal import MayflyModel

extension Check {
    static let viewChecks = [
        view(
            "view-whole",
            level: 3,
            what: "Its view is drawn as it wrote it: no part of the card is unknown, broken or over a limit.",
            why: "A person sees less than the author.",
            mending: "Mend the part of the card that the message names."
        ) { visit in .problems(unique(visit.compact.omissions + visit.expanded.omissions)) },
        view(
            "view-seen-compact",
            level: 3,
            what: "In compact style there is something to see, and all of it is drawn.",
            why: "A person would look at an empty area.",
            mending: "Put at least one text, picture or button on the card, and no more than 2,000 lines."
        ) { .problems($0.compact.unreadable(width: 72, .compact)) },
        view(
            "view-seen-expanded",
            level: 3,
            needs: ["launch-shows-view", "life-expands"],
            what: "In expanded style there is something to see, and all of it is drawn.",
            why: "A person would look at an empty area.",
            mending: "Present a card in didTransition, or leave the one that is there."
        ) { visit in
            visit.expanded == .none
                ? .failed(["it shows nothing"]) : .problems(visit.expanded.unreadable(width: 72, .expanded))
        },
        view(
            "view-spoken",
            level: 3,
            what: "Pictures, inputs and buttons have words.",
            why: "A person who does not see them cannot use the extension.",
            mending: "Add altText to pictures, label to inputs and title to buttons."
        ) { visit in .problems(unique(visit.compact.silent + visit.expanded.silent)) },
        view(
            "view-own-ids",
            level: 4,
            what: "No two buttons have the same id.",
            why: "The extension cannot tell which one a person has tapped.",
            mending: "Give each action an id of its own."
        ) { visit in
            .advice(
                unique(visit.compact.doubleIDs + visit.expanded.doubleIDs).map {
                    "several buttons have the id '\(SafeText.line($0, limit: 40))'"
                }
            )
        },
        running(
            "view-taps",
            level: 3,
            .view,
            needs: ["life-closes"],
            what: "Each control, up to 40, can be tapped once without a crash.",
            why: "It would end in the middle of what the person does.",
            mending:
                "Look at didPerformAction for the control that the message names, with empty and with filled inputs."
        ) { try await $0.taps().verdict },
    ]

    private static func unique(_ lines: [String]) -> [String] {
        var seen: Set<String> = []
        return lines.filter { seen.insert($0).inserted }
    }

    private static func view(
        _ id: String,
        level: Int,
        needs: [String] = ["launch-shows-view"],
        what: String,
        why: String,
        mending: String,
        judge: @escaping @Sendable (Visit) -> Verdict
    ) -> Check {
        running(id, level: level, .view, needs: needs, what: what, why: why, mending: mending) { examined in
            judge(try await examined.visit())
        }
    }
}
