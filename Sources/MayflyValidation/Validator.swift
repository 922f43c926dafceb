internal import MayflyBundles
internal import MayflyModel

/// Checks bundles.
package struct Validator: Sendable {
    private let checks: [Check]
    private let settings: RunSettings

    /// - Parameter checks: what is reported; what these need is carried out, too.
    package init(_ selection: Selection, settings: RunSettings) {
        (checks, self.settings) = (selection.checks, settings)
    }

    /// The bundles that a path means: itself, or where it is a folder of bundles, these.
    package static func bundles(at path: String) -> [String] {
        guard !path.hasSuffix(ExtensionBundle.folderSuffix), let folder = try? ConfinedFolder(path: path),
            folder.mode(of: Manifest.fileName) == nil,
            let names = try? folder.names(where: {
                $0.hasSuffix(ExtensionBundle.folderSuffix) && !$0.hasPrefix(".")
            }), !names.isEmpty
        else { return [path] }
        return names.map { (path.hasSuffix("/") ? path : path + "/") + $0 }
    }

    /// Checks the bundles, and calls `report` with each as soon as it and those before it are done.
    ///
    /// Throws when the task is cancelled; no worker and no home folder is left then.
    package func validate(_ paths: [String], report: (BundleReport) -> Void) async throws -> Summary {
        var summary = Summary()
        for path in paths {
            let done = try await validate(path)
            try Task.checkCancellation()
            summary.add(done)
            report(done)
        }
        return summary
    }

    private func validate(_ path: String) async throws -> BundleReport {
        let facts = BundleFacts(path: path)
        let examination = Examination(facts: facts, runs: ExtensionRuns(path: path, settings: settings))
        let work = CheckWork(examination)
        let order = CheckOrder(checks, seed: settings.seed).checks
        let results = await withTaskGroup(of: CheckResult.self) { group in
            var (running, results): (Int, [String: CheckResult]) = (0, [:])
            for check in order {
                if running == settings.jobs, let result = await group.next() {
                    results[result.check.id] = result
                    running -= 1
                }
                // Begun here, one after the other: what the group has is in no order.
                let task = await work.begin(check)
                group.addTask { await CheckWork.value(of: task) }
                running += 1
            }
            return await group.reduce(into: results) { $0[$1.check.id] = $1 }
        }
        return BundleReport(
            path: path,
            identity: facts.manifest.map { "\($0.id) \($0.version)" },
            results: checks.compactMap { results[$0.id] },
            order: await work.begun,
            refusedServers: examination.runs.servers.permissions
        )
    }
}

/// The work on one bundle: each check is carried out once, also where others need it.
private actor CheckWork {
    private let examination: Examination
    private var tasks: [String: Task<CheckResult, Never>] = [:]
    /// The ids of the checks, in the order in which they were begun.
    private(set) var begun: [String] = []

    init(_ examination: Examination) { self.examination = examination }

    /// Begins a check that was not begun before.
    func begin(_ check: Check) -> Task<CheckResult, Never> {
        if let task = tasks[check.id] { return task }
        let task = Task { await self.carryOut(check) }
        tasks[check.id] = task
        begun.append(check.id)
        return task
    }

    /// Waits for the end of a check, which comes soon where the waiting task is cancelled.
    static func value(of task: Task<CheckResult, Never>) async -> CheckResult {
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }

    private func carryOut(_ check: Check) async -> CheckResult {
        let clock = ContinuousClock()
        let start = clock.now
        let verdict = await judge(check)
        return CheckResult(check: check, verdict: verdict, duration: clock.now - start)
    }

    private func judge(_ check: Check) async -> Verdict {
        if let kind = check.kind, kind != examination.facts.kind {
            guard let found = examination.facts.kind else { return .skipped("the kind of the bundle is not known") }
            return .skipped("it is about another kind of bundle than '\(found.rawValue)'")
        }
        for id in check.needs {
            guard let needed = Check.named(id) else { return .crashed("the check '\(id)' does not exist") }
            switch await Self.value(of: begin(needed)).verdict {
            case .passed, .warning: continue
            case .failed, .crashed: return .skipped("'\(id)' has not passed")
            case .skipped(let reason): return .skipped(reason)
            }
        }
        do {
            try Task.checkCancellation()
            return try await check.judge(examination)
        } catch is CancellationError {
            return .crashed("it was interrupted")
        } catch let error as MayflyError {
            return .crashed("the check could not be carried out: \(error.message)")
        } catch {
            return .crashed("the check could not be carried out: \(error)")
        }
    }
}
