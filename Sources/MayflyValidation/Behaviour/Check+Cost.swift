internal import MayflyHost
internal import MayflyModel

extension Check {
    static let costChecks = [
        cost(
            "cost-launch",
            level: 5,
            needs: ["life-closes", "launch-in-time"],
            what: "It is on screen within a second.",
            why: "A person taps it again when nothing happens.",
            mending: "Do what takes long after viewDidAppear."
        ) { examined in
            let limit = Duration.seconds(1)
            let launch = try await examined.shortest(within: limit, \.launch)
            guard let launch, launch.duration > limit * examined.runs.settings.patience else { return nil }
            return "it was on screen after \(launch.duration.milliseconds) ms"
        },
        cost(
            "cost-memory",
            level: 5,
            what: "It takes 64 MiB of memory or less.",
            why: "Hosts warn and end an extension that takes more, and small devices have little.",
            mending: "Free what is not shown, and load pictures in the size in which they are drawn."
        ) { examined in
            guard let peak = try await examined.visit().end?.peakMemoryKiB, peak > 64 * 1024 else { return nil }
            return "it took \(grouped(peak)) KiB of memory"
        },
        cost(
            "cost-rest",
            level: 6,
            what: "At rest it does nothing.",
            why: "Each wake-up costs the battery of a device.",
            mending: "Wait for callbacks; a thread with a timer or a loop is the usual cause."
        ) { examined in
            guard let rest = try await examined.visit().rest, let before = rest.before.wakeUps,
                let after = rest.after.wakeUps, after - before > 10
            else { return nil }
            return "it woke up \(after - before) times in \(Visit.restTime.milliseconds) ms at rest"
        },
        cost(
            "cost-message",
            level: 5,
            needs: ["talk-stages"],
            what: "Its message has 500,000 bytes of pictures or less.",
            why: "Each member of the conversation gets the message, some over a slow network.",
            mending: "Make the picture of the layout smaller."
        ) { examined in
            guard let media = try await examined.exchange().first?.layout?.shownMedia, media.byteCount > 500_000 else {
                return nil
            }
            return "its message has \(grouped(media.byteCount)) bytes"
        },
    ]

    /// `judge` gives what costs too much; nil for nothing.
    private static func cost(
        _ id: String,
        level: Int,
        needs: [String] = ["life-closes"],
        what: String,
        why: String,
        mending: String,
        judge: @escaping @Sendable (Examination) async throws -> String?
    ) -> Check {
        running(id, level: level, .cost, needs: needs, what: what, why: why, mending: mending) { examined in
            .advice([try await judge(examined)].compactMap(\.self))
        }
    }
}
