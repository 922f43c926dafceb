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
    let log: RunLog

    var end: WorkerEnd? { log.ends.last }

    /// The time at rest.
    static let restTime = Duration.milliseconds(500)

    static func make(_ stage: Stage, languages: [String] = [], isResting: Bool = false) async throws -> Visit {
        let start = Visit(log: RunLog())
        var visit = try await stage.window(of: "alice", start.log, languages: languages) { window in
            var visit = start
            try await visit.play(stage, window, isResting: isResting)
            return visit
        }
        if let end = visit.end, end.isFailure, visit.steps.failure == nil {
            visit.steps.fail("close", end.failure(of: stage.bundle.manifest.name))
        }
        return visit
    }

    private mutating func play(_ stage: Stage, _ window: ConversationWindow, isResting: Bool) async throws {
        _ = try await steps.take("open") { try await window.open(stage.bundle) }
        compact = await window.view
        field = await window.draft
        if isResting, let process = log.process, steps.failure == nil {
            let before = ProcessReadings(of: process)
            try await Task.sleep(for: Self.restTime)
            rest = (before, ProcessReadings(of: process))
        }
        _ = try await steps.take("expand") { try await window.changeStyle(to: .expanded) }
        expanded = await window.view
        _ = try await steps.take("swipe") { try await Self.swipe(window) }
        _ = try await steps.take("shrink") { try await Self.shrink(window) }
        try await changeSettings(stage, window)
        _ = try await steps.take("close") {
            guard await window.openExtension != nil else { return }
            try await window.closeExtension()
            await window.close()
        }
    }

    /// Waits until the extension is told of the change, which comes by way of the home folder. One that does not want to know is not told.
    private static func waitForChange(_ log: RunLog) async throws {
        let limit = ContinuousClock.now + .seconds(2)
        while !log.hasCalled("didChangeSettings"), ContinuousClock.now < limit {
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    private static func swipe(_ window: ConversationWindow) async throws {
        guard await window.openExtension != nil, await window.style == .expanded else { return }
        try await window.swipe(.left)
    }

    private static func shrink(_ window: ConversationWindow) async throws {
        guard await window.openExtension != nil, await window.style != .compact else { return }
        try await window.changeStyle(to: .compact)
    }

    private mutating func changeSettings(_ stage: Stage, _ window: ConversationWindow) async throws {
        guard !stage.bundle.manifest.settings.isEmpty else {
            return steps.leaveOut("settings", "the manifest has no settings")
        }
        let log = log
        _ = try await steps.take("settings") {
            for setting in stage.bundle.manifest.settings {
                guard let other = setting.other else { continue }
                try stage.host.setSetting(setting.key, of: stage.bundle.id, on: "alice", to: other)
            }
            try await Self.waitForChange(log)
            try await window.settle()
            if let failure = await window.failure { throw failure }
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
