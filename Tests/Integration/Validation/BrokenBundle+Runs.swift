import Foundation
import MayflyABI
import MayflyTestSupport

extension BrokenBundle {
    static let launches = [
        fault("launch-opens", "crash_at_launch"),
        fault("launch-shows-view", "no_view", says: "failed"),
        fault(
            "launch-in-time",
            "slow_launch",
            says: "failed",
            leavesOut: "killed|host|talk|stay|view|life-|security|constructor"
        ),
        fault("launch-leaves-field", "text_at_launch", says: "warning"),
        fault("launch-constructor-threads", "constructor_thread", says: "failed"),
        fault("launch-constructor-files", "constructor_files", says: "failed"),
    ]

    static let lives =
        [
            fault("life-expands", "crash_when_larger"),
            fault("life-swipes", "crash_at_swipe"),
            fault("life-shrinks", "crash_when_smaller"),
            fault("life-settings", "crash_at_settings"),
            fault("life-closes", "crash_at_end"),
            fault("life-callbacks-in-time", "slow_callback", says: "failed", leavesOut: "host|killed|language|right"),
            fault("life-resigns-in-time", "slow_resign", says: "failed", leavesOut: "host|killed"),
            fault("life-transitions-in-time", "slow_transition", says: "warning", leavesOut: "stay|host|killed"),
            fault("life-right-to-left", "no_arabic"),
            fault("life-other-language", "no_regions"),
            fault("life-threads-stay", "more_threads", says: "failed"),
            fault("life-descriptors-stay", "more_descriptors", says: "failed"),
            fault("life-memory-stays", "more_memory", says: "failed"),
            fault("life-killed-at-calls", "half_written_call", leavesOut: "killed-after|host|talk|stay"),
        ]
        + [
            "viewDidLoad", "willBecomeActive", "didBecomeActive", "viewWillAppear", "viewDidAppear", "willTransition",
            "didTransition", "viewWillDisappear", "viewDidDisappear", "willResignActive",
        ].map { callback in
            let words = callback.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
            return BrokenBundle("life-killed-after-\(words)", "crashed", leavesOut: "host|talk|stay") { _ in
                try app(options: ["-DKILLED_AFTER=\"\(callback)\""])
            }
        }

    static let views = [
        fault("view-whole", "unknown_element", says: "failed"),
        fault("view-seen-compact", "empty_compact", says: "failed"),
        fault("view-seen-expanded", "empty_expanded", says: "failed"),
        fault("view-spoken", "silent_picture", says: "failed"),
        fault("view-own-ids", "double_ids", says: "warning"),
        fault("view-taps", "crash_at_tap"),
    ]

    static let talks = [
        fault("talk-stages", "no_stage", says: "warning"),
        fault("talk-cancels", "crash_at_cancel"),
        fault("talk-stages-again", "crash_at_second_stage"),
        fault("talk-sends", "crash_at_send"),
        fault("talk-bubble-opens", "crash_at_bubble"),
        fault("talk-bubble-view", "no_view_of_bubble", says: "failed"),
        fault("talk-answers", "crash_at_answer"),
        fault("talk-receives", "crash_at_receive"),
        fault("talk-selects", "crash_at_select"),
        fault("talk-summary", "no_summary", says: "warning"),
        fault("talk-spoken", "no_spoken_text", says: "warning"),
        fault("talk-session", "new_session", says: "warning"),
    ]

    static let hosts =
        [
            fault("host-negotiates-twice", "answers_once", says: "failed"),
            fault("host-newer", "takes_newest", says: "failed"),
            fault("host-other-versions", "takes_any_version", says: "failed"),
            fault("host-unknown-table", "any_table", says: "failed"),
            fault("host-unknown-context", "known_contexts_only"),
            fault("host-longer-structs", "exact_sizes"),
            fault("host-warns-of-memory", "active_when_warned"),
            fault("host-refuses-calls", "needs_calls", leavesOut: "killed|stay"),
            fault("host-fails-calls", "needs_success", leavesOut: "killed|stay"),
            fault("host-answers-late", "needs_answer_at_once", leavesOut: "killed|stay"),
            fault("host-answers-short", "needs_messages", leavesOut: "killed|stay"),
        ]
        + Table.interfaces.filter { $0.side == .host }.map { table in
            let name = table.id.split(separator: "/")[0].split(separator: ".")[1]
            return BrokenBundle("host-lacks-\(name)", "crashed", leavesOut: "killed|talk|stay") { _ in
                try app(options: ["-DNEEDS=\"\(table.id)\""])
            }
        }

    static let others = [
        fault("security-network", "network", says: "failed"),
        fault("security-processes", "trace_me", says: "failed"),
        fault("security-system-calls", "key_ring", says: "failed"),
        fault("security-calls", "bad_call", says: "failed"),
        fault("security-output", "prints", says: "warning"),
        fault("cost-launch", "slow_start", says: "warning", leavesOut: "killed|host|talk|stay"),
        fault("cost-memory", "much_memory", says: "warning", leavesOut: "killed|host|talk|stay"),
        fault("cost-rest", "wakes_up", says: "warning", leavesOut: "killed|host|talk|stay"),
        BrokenBundle("cost-message", "warning", leavesOut: "killed|host|stay") { _ in
            let bundle = try app(options: ["-DFAULT=large_picture"])
            let picture = URL(filePath: bundle + "/large.png")
            try Data(try SampleFiles.padded("palette.png", to: 600_000)).write(to: picture)
            return bundle
        },
    ]
    /// Bundles that break a check in another way than the one in `all`.
    static let besides = [
        fault("launch-constructor-files", "constructor_writes", says: "failed"),
        // The tap itself returns in order.
        fault("view-taps", "crash_after_tap", leavesOut: "talk|host|killed|stay"),
        // The call is made when a person taps, and not at the launch.
        fault("life-killed-at-calls", "half_written_stage", leavesOut: "killed-after|host|talk|stay"),
        // The call is made where a message is open.
        fault("life-killed-at-calls", "half_read_session", leavesOut: "killed-after|host|stay"),
    ]
}
