internal import CMayflyLinux
internal import Foundation
internal import Glibc
internal import MayflyHost
internal import MayflyModel
internal import MayflyViews

/// One run of an extension without a window, on the event loop. The caller provides an empty private folder.
actor SoakLife {
    private let script: SoakScript
    private let stage: SoakStage
    private let device: DeviceID
    private var run: DirectRun?
    private var rest: ArraySlice<SoakScript.Act>
    private var process: Int32 = 0
    private var isLaunched = false
    /// The expected answer.
    private var due: String?
    private var problem: String?
    private var end: WorkerEnd?
    private var waiter: CheckedContinuation<WorkerEnd, Never>?

    nonisolated var unownedExecutor: UnownedSerialExecutor { stage.loop.asUnownedSerialExecutor() }

    /// - Parameter device: the device of the extension. One extension runs only once at a time on a device.
    init(_ script: SoakScript, on stage: SoakStage, as device: DeviceID) {
        (self.script, self.stage, self.device, rest) = (script, stage, device, script.acts[...])
    }

    /// Runs the extension to its end. Returns the end, and a description of the problem, if any.
    func play() async -> (end: WorkerEnd?, problem: String?) {
        let run = DirectRun(
            script.bundle,
            home: stage.home,
            launcher: stage.launcher(script.mode),
            policy: script.pace.policy,
            loop: stage.loop
        ) { report in self.assumeIsolated { $0.take(report) } }
        self.run = run
        do {
            try await run.open(as: device)
        } catch {
            self.run = nil
            return (nil, "it does not start: \(error.message)")
        }
        let end = await end()
        self.run = nil
        if problem == nil, !script.ends.contains(where: { $0.isMet(by: end) }) {
            problem = "it should end by \(script.ends.map(\.cause).joined(separator: " or ")): \(end.line)"
        }
        return (end, problem)
    }

    private func end() async -> WorkerEnd {
        if let end { return end }
        // Longer than any deadline: a worker that runs on has escaped the host's supervision.
        let alarm = stage.loop.schedule(after: .seconds(180)) { [weak self] in
            self?.assumeIsolated { $0.giveUp() }
        }
        defer { stage.loop.cancel(alarm) }
        return await withCheckedContinuation { waiter = $0 }
    }

    private func giveUp() {
        problem = "it does not end"
        run?.assumeIsolated { $0.kill() }
    }

    private func take(_ report: DirectRun.Report) {
        switch report {
        case .spawned(let process): self.process = process
        case .returned:
            if script.isAbandoned { run?.assumeIsolated { $0.kill() } }
        case .launched: isLaunched = true
        case .inserted(.text(let text)) where text == due: due = nil
        case .idle where isLaunched: takeNextStep()
        case .ended(let end):
            self.end = end
            waiter?.resume(returning: end)
            waiter = nil
        default: break
        }
    }

    private func takeNextStep() {
        if due != nil {
            problem = "it does not answer with the bytes that it was sent"
            due = nil
        }
        guard let run, let act = rest.popFirst() else { return }
        switch act {
        case .ask(let payload):
            due = payload.reply
            run.assumeIsolated { _ = $0.perform(payload.request) }
        case .tap(let id): run.assumeIsolated { _ = $0.perform(Submission(actionID: id)) }
        case .close: run.assumeIsolated { $0.close() }
        case .kill: run.assumeIsolated { $0.kill() }
        case .shoot: Glibc.kill(process, SIGKILL)
        }
    }
}
