internal import MayflyABI
internal import MayflyBundles
internal import MayflyHost
internal import MayflyModel
internal import MayflyViews

/// One person opens the extension from the drawer, makes it larger and smaller, and closes it.
struct Visit: Sendable {
    var steps = Steps()
    var compact = ExtensionView.none
    var expanded = ExtensionView.none
    /// What the field had after the launch.
    var field = Draft()
    /// Before and after half a second at rest.
    var rest: (before: ProcessReadings, after: ProcessReadings)?
    /// How long its callbacks took.
    var times: [CallbackTimes.Entry] = []
    /// What it waited for a processor until it was on screen.
    private var waitOfLaunch = Duration.zero
    let log: RunLog

    var end: WorkerEnd? { log.ends.last }

    /// From the start of its process until it was on screen, without the time for which it waited for a processor; nil where it was not.
    var launch: CallbackTimes.Entry? {
        end?.times.launched.map { time in
            CallbackTimes.Entry(name: "the launch", duration: max(.zero, .microseconds(time) - waitOfLaunch))
        }
    }

    /// The longest of these callbacks; nil where none of them was called.
    func longest(_ isMeant: (String) -> Bool) -> CallbackTimes.Entry? {
        times.filter { isMeant($0.name) }.max { $0.duration < $1.duration }
    }

    /// The time at rest.
    static let restTime = Duration.milliseconds(500)

    static func make(_ stage: Stage, languages: [String] = [], isResting: Bool = false) async throws -> Visit {
        let start = Visit(log: RunLog())
        var visit = try await stage.window(of: "alice", start.log, languages: languages) { window in
            var visit = start
            try await visit.play(stage, window, isResting: isResting)
            return visit
        }
        (visit.times, visit.waitOfLaunch) = (stage.times.entries, stage.times.waitOfLaunch)
        visit.steps.judgeEnds(of: start.log, named: stage.bundle.manifest.name)
        return visit
    }

    init(log: RunLog) { self.log = log }

    private mutating func play(_ stage: Stage, _ window: ConversationWindow, isResting: Bool) async throws {
        _ = try await steps.take("open") { try await window.open(stage.bundle) }
        compact = await window.view
        field = await window.draft
        if isResting, let process = log.process, steps.failure == nil {
            let before = ProcessReadings(of: process)
            try await Task.sleep(for: Self.restTime)
            rest = (before, ProcessReadings(of: process))
        }
        let expandedStyle = try await steps.take("expand") {
            try await window.changeStyle(to: .expanded)
            return await window.style
        }
        if let expandedStyle, expandedStyle != .expanded { steps.unmake("expand", "it made its area small again") }
        expanded = await window.view
        try await swipe(stage, window)
        try await shrink(window)
        try await changeSettings(stage, window)
        _ = try await steps.take("close") {
            // One that has closed itself has ended by now, and its end is judged all the same.
            guard await window.openExtension != nil else { return }
            try await window.closeExtension()
            await window.close()
        }
    }

    private mutating func swipe(_ stage: Stage, _ window: ConversationWindow) async throws {
        guard await window.openExtension != nil, await window.style == .expanded else {
            return steps.leaveOut("swipe", Self.isSmall)
        }
        guard stage.times.callbacks.contains(Table.didSwipe) else {
            return steps.leaveOut("swipe", "it has no didSwipe")
        }
        _ = try await steps.take("swipe") { try await window.swipe(.left) }
    }

    private mutating func shrink(_ window: ConversationWindow) async throws {
        guard await window.openExtension != nil, await window.style != .compact else {
            return steps.leaveOut("shrink", Self.isSmall)
        }
        _ = try await steps.take("shrink") { try await window.changeStyle(to: .compact) }
    }

    private static let isSmall = "its area did not stay large"

    private mutating func changeSettings(_ stage: Stage, _ window: ConversationWindow) async throws {
        let changes = stage.bundle.manifest.settings.compactMap { setting in setting.other.map { (setting.key, $0) } }
        guard !changes.isEmpty else {
            return steps.leaveOut("settings", "the manifest has no setting with another value")
        }
        guard await window.openExtension != nil else { return steps.leaveOut("settings", "it has closed itself") }
        guard stage.times.callbacks.contains(Table.didChangeSettings) else {
            return steps.leaveOut("settings", "it has no didChangeSettings")
        }
        let log = log
        _ = try await steps.take("settings") {
            for (key, value) in changes {
                try stage.host.setSetting(key, of: stage.bundle.id, on: "alice", to: value)
            }
            try await Self.waitForChange(log, within: Self.longestWait * stage.patience)
            try await window.settle()
            if let failure = await window.failure { throw failure }
        }
    }

    private static let longestWait = Duration.seconds(10)

    /// Waits until the extension is told of the change, which comes by way of the home folder.
    private static func waitForChange(_ log: RunLog, within limit: Duration) async throws {
        let end = ContinuousClock.now + limit
        while !log.hasCalled("didChangeSettings") {
            guard ContinuousClock.now < end else {
                throw MayflyError(.internalFault, "the extension was not told of its changed settings")
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}

extension Setting {
    /// A value that is not the default; nil where there is none that is easily found.
    fileprivate var other: SettingValue? {
        switch (kind, defaultValue) {
        case (.toggle, .toggle(let isOn)): .toggle(!isOn)
        case (.choice(let choices), .text(let value)): choices.first { $0.value != value }.map { .text($0.value) }
        case (.number(let range), .number(let value)):
            .number(value == range.lowerBound ? range.upperBound : range.lowerBound)
        case (.text, .text(let value)): .text(value == "a" ? "b" : "a")
        default: nil
        }
    }
}
