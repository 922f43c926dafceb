internal import Foundation
internal import MayflyCommands
internal import MayflyHost
internal import MayflyLinux
internal import MayflyModel
internal import MayflyTesting
package import MayflyWorkers
internal import Synchronization

/// Plays a scenario with real extensions, in a home folder of its own.
package struct ScenarioPlayer: Sendable {
    private let confinement: Confinement
    private let recordsPictures: Bool
    /// The folder that keeps home folders; nil removes them.
    private let kept: String?

    package init(confinement: Confinement, recordsPictures: Bool = false, keepingIn kept: String? = nil) {
        (self.confinement, self.recordsPictures, self.kept) = (confinement, recordsPictures, kept)
    }

    /// Plays it up to the first thing that is not as expected.
    ///
    /// Throws a `CancellationError` only.
    package func play(_ scenario: Scenario) async throws -> ScenarioResult {
        let begin = ContinuousClock.now
        var done = 0
        let outcome: ScenarioResult.Outcome
        do {
            let failure = try await inHome(of: scenario) { home in
                try await play(scenario, in: home, &done)
            }
            outcome = failure.map(ScenarioResult.Outcome.failed) ?? .passed
        } catch let error as ScenarioError {
            outcome = .invalid(error)
        } catch let error as MayflyError {
            outcome = .invalid(ScenarioError(file: scenario.file, error.message))
        }
        try Task.checkCancellation()
        return ScenarioResult(
            file: scenario.file,
            name: scenario.name,
            outcome: outcome,
            steps: (done, scenario.steps.count),
            duration: .now - begin
        )
    }

    private func inHome<Value>(of scenario: Scenario, _ body: (String) async throws -> Value) async throws -> Value {
        if let kept {
            let name = scenario.name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
            let place = "\(kept)/\(String(name.prefix(60)))-\(UUID().uuidString.prefix(8))"
            return try await body(place)
        }
        let folder = try ScratchFolder("mayfly-scenario-", in: FileManager.default.temporaryDirectory.path)
        let value: Result<Value, any Error>
        do { value = .success(try await body(folder.path)) } catch { value = .failure(error) }
        folder.remove()
        return try value.get()
    }

    private func play(
        _ scenario: Scenario,
        in home: String,
        _ done: inout Int
    ) async throws -> ScenarioResult.Failure? {
        let stage = try ScenarioStage(scenario, home: home, confinement: confinement)
        var devices: [String: ScenarioDevice] = [:]
        for device in scenario.devices {
            devices[device.name] = try ScenarioDevice(device.name, in: scenario.conversation, on: stage)
        }
        let players = devices
        let failure: Result<ScenarioResult.Failure?, any Error>
        do {
            failure = .success(
                try await withTaskCancellationHandler {
                    try await steps(of: scenario, on: stage, players, &done)
                } onCancel: {
                    for device in players.values { Task { await device.cancel() } }
                }
            )
        } catch {
            failure = .failure(error)
        }
        let late = await close(players, of: scenario)
        stage.transport.detach()
        _ = await stage.host.endHelpers()
        if kept != nil { write(players, to: home) }
        return try failure.get() ?? late
    }

    /// Closes all windows; gives the failure of an extension that ended otherwise then.
    private func close(
        _ devices: [String: ScenarioDevice],
        of scenario: Scenario
    ) async -> ScenarioResult.Failure? {
        var failure: ScenarioResult.Failure?
        for device in scenario.devices {
            guard let played = devices[device.name] else { continue }
            do {
                try await played.leave()
            } catch {
                guard failure == nil, let last = scenario.steps.last else { continue }
                failure = self.failure(last, expected: nil, "when its window was closed: \(error.message)", on: played)
            }
        }
        return failure
    }

    private func steps(
        of scenario: Scenario,
        on stage: ScenarioStage,
        _ devices: [String: ScenarioDevice],
        _ done: inout Int
    ) async throws -> ScenarioResult.Failure? {
        for step in scenario.steps {
            try Task.checkCancellation()
            guard let device = devices[step.device] else { continue }
            do {
                if let failure = try await carryOut(step, of: scenario, on: stage, device) { return failure }
            } catch let error as MayflyError {
                return failure(step, expected: nil, error.message, on: device)
            }
            done += 1
        }
        return nil
    }

    private func carryOut(
        _ step: ScenarioStep,
        of scenario: Scenario,
        on stage: ScenarioStage,
        _ device: ScenarioDevice
    ) async throws -> ScenarioResult.Failure? {
        for fault in step.faults {
            if let problem = try await put(fault, step, on: stage, device) {
                return failure(step, expected: nil, problem, on: device)
            }
        }
        var message: String?
        if let deed = step.deed {
            do { try await device.play(deed) } catch let error as MayflyError { message = error.message }
        }
        let errors = step.checks.filter { if case .error = $0.subject { true } else { false } }
        if let message, errors.isEmpty { return failure(step, expected: nil, message, on: device) }
        for check in errors {
            guard case .error(let rule, let text) = check.subject else { continue }
            guard let message else {
                return failure(step, check, "the line did not fail", on: device)
            }
            guard rule.isMet(by: message, text) else {
                return failure(step, check, "it failed with '\(SafeText.line(message, limit: 400))'", on: device)
            }
        }
        if let failure = try await check(step, of: scenario, device) { return failure }
        // What crashed meanwhile is told here: the next step could hide it. Of an end that is compared, the author knows.
        guard let crash = await device.takeFailure(), !step.expectsEnd else { return nil }
        return failure(step, expected: nil, crash.message, on: device)
    }

    private func put(
        _ fault: ScenarioStep.Fault,
        _ step: ScenarioStep,
        on stage: ScenarioStage,
        _ device: ScenarioDevice
    ) async throws -> String? {
        switch fault {
        case .kill: return try await device.killWorker(within: step.patience)
        case .clock(let duration): stage.clock.advance(by: duration)
        case .delivery(let mode):
            do { try await stage.transport.set(mode) } catch let error as MayflyError {
                return "a message that was held did not arrive: \(error.message)"
            }
        }
        return nil
    }

    /// Compares, and again after each event, until all is as expected or the time is over.
    private func check(
        _ step: ScenarioStep,
        of scenario: Scenario,
        _ device: ScenarioDevice
    ) async throws -> ScenarioResult.Failure? {
        let checks = step.checks.filter { if case .error = $0.subject { false } else { true } }
        guard !checks.isEmpty else { return nil }
        let limit = ContinuousClock.now + step.patience
        while true {
            // What happens all the time ends no wait.
            let isLast = .now >= limit
            let count = device.log.count
            let sight = try await device.look()
            var unmet: (check: ScenarioCheck, there: String)?
            for check in checks {
                guard let there = try await difference(check, sight, of: scenario, device) else { continue }
                unmet = (check, there)
                break
            }
            guard let unmet else { return nil }
            guard !isLast, await device.log.waits(forMoreThan: count, until: limit) else {
                try Task.checkCancellation()
                return failure(step, unmet.check, unmet.there, on: device)
            }
        }
    }

    /// What is there instead of what is expected; nil where it is as expected.
    private func difference(
        _ check: ScenarioCheck,
        _ sight: Sight,
        of scenario: Scenario,
        _ device: ScenarioDevice
    ) async throws -> String? {
        switch check.subject {
        case .error: return nil
        case .sight(let expectation): return expectation.difference(from: sight)
        case .rowCount(let count):
            return sight.rows.count == count ? nil : "it has \(sight.rows.count)"
        case .names(let kind, let names, let isExact):
            let there = device.log.names(kind)
            let isMet = isExact ? there == names : there.has(names)
            return isMet ? nil : "they are \(there.isEmpty ? "none" : there.suffix(60).joined(separator: ", "))"
        case .picture(let kind, let path, let tolerance):
            guard let picture = try await device.picture(kind) else { return "no card is shown" }
            let check = PictureCheck(
                path: scenario.path(path),
                tolerance: tolerance,
                isRecording: recordsPictures,
                folder: scenario.path(".")
            )
            return check.difference(of: picture)
        }
    }

    private func failure(
        _ step: ScenarioStep,
        _ check: ScenarioCheck,
        _ there: String,
        on device: ScenarioDevice
    ) -> ScenarioResult.Failure {
        ScenarioResult.Failure(
            position: check.position,
            step: step,
            expected: SafeText.line(check.sentence, limit: 400),
            actual: SafeText.line(there, limit: 800),
            log: device.lastLines
        )
    }

    private func failure(
        _ step: ScenarioStep,
        expected: String?,
        _ problem: String,
        on device: ScenarioDevice
    ) -> ScenarioResult.Failure {
        ScenarioResult.Failure(
            position: step.position,
            step: step,
            expected: expected,
            actual: SafeText.line(problem, limit: 800),
            log: device.lastLines
        )
    }

    /// The events of each device beside what the host has kept.
    private func write(_ devices: [String: ScenarioDevice], to home: String) {
        for (name, device) in devices {
            let text = device.log.lines.joined(separator: "\n") + "\n"
            let file = name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
            try? Data(text.utf8).write(to: URL(filePath: "\(home)/events-\(String(file)).txt"))
        }
    }
}

extension ScenarioDevice {
    fileprivate nonisolated var lastLines: [String] { log.lines.suffix(8).map { SafeText.line($0, limit: 160) } }
}

extension ScenarioStep {
    /// Whether it compares how an extension ended.
    fileprivate var expectsEnd: Bool {
        checks.contains { if case .sight(.receipt) = $0.subject { true } else { false } }
    }
}

extension [String] {
    /// Whether it has these in this order, others between them.
    fileprivate func has(_ names: [String]) -> Bool {
        var left = names[...]
        for name in self where name == left.first { left.removeFirst() }
        return left.isEmpty
    }
}
