internal import CMayflyLinux
internal import Glibc
internal import MayflyLinux
internal import MayflyModel
internal import MayflyWorkers

/// One process that converts one picture: starts it, reads its output, ends it at its deadline and reaps it.
///
/// It runs on the event loop. Only this actor waits for the process.
actor ConversionProcess {
    private enum State {
        /// Made, not started.
        case idle
        case running(Process)
        /// Killed, for this reason.
        case ending(Process, ConversionFailure)
        case ended
    }

    private struct Process {
        let launched: LaunchedProcess
        let pipes: ConversionPipes
        let deadline: EventLoop.Token
        let order: ConversionOrder
        /// The layers that the host could not make before the start.
        let missing: [SandboxLayer: String]
        let waiter: CheckedContinuation<Conversion, Never>
    }

    /// The limit for the bytes of its report; the rest is dropped.
    private static let longestReport = 4096

    private let loop: EventLoop
    private var state = State.idle
    private var watches: [Int32: EventLoop.Token] = [:]
    private var picture: [UInt8] = []
    private var report: [UInt8] = []

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(loop: EventLoop) { self.loop = loop }

    /// Runs the program to its end, once, and closes the file. When the task is cancelled, it kills the program.
    func run(_ order: ConversionOrder) async -> Conversion {
        defer { close(order.file) }
        guard case .idle = state else { return .failed(.notStarted("a conversion runs once")) }
        guard !Task.isCancelled else { return .failed(.cancelled) }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                do throws(MayflyError) {
                    try start(order, waiter)
                } catch {
                    state = .ended
                    waiter.resume(returning: .failed(.notStarted(error.message)))
                }
            }
        } onCancel: {
            // On the loop, where it comes after the start, which the loop is in or has behind it.
            loop.run { [weak self] in self?.assumeIsolated { $0.kill(.cancelled) } }
        }
    }

    private func start(
        _ order: ConversionOrder,
        _ waiter: CheckedContinuation<Conversion, Never>
    ) throws(MayflyError) {
        let pipes = try ConversionPipes()
        defer { pipes.closeTheirs() }
        let launched: LaunchedProcess
        let missing: [SandboxLayer: String]
        do throws(MayflyError) {
            (launched, missing) = try order.launch(pipes)
        } catch {
            pipes.closeOurs()
            throw error
        }
        let timer = loop.schedule(after: order.deadline) { [weak self] in
            self?.assumeIsolated { $0.kill(.deadline(milliseconds: order.deadline.milliseconds)) }
        }
        state = .running(
            Process(
                launched: launched,
                pipes: pipes,
                deadline: timer,
                order: order,
                missing: missing,
                waiter: waiter
            )
        )
        watch(pipes.picture.ours) { $0.readPicture(pipes.picture.ours) }
        watch(pipes.report.ours) { $0.readReport(pipes.report.ours) }
        watch(launched.descriptor) { $0.processEnded() }
    }

    private func watch(_ descriptor: Int32, _ handler: @escaping @Sendable (isolated ConversionProcess) -> Void) {
        watches[descriptor] = loop.watch(descriptor) { [weak self] in self?.assumeIsolated { handler($0) } }
    }

    private func unwatch(_ descriptor: Int32) {
        guard let token = watches.removeValue(forKey: descriptor) else { return }
        loop.unwatch(descriptor, token)
    }

    // MARK: What the process does

    private func readPicture(_ descriptor: Int32) {
        picture += read(descriptor, limit: PictureRules.maximumBytes + 1 - picture.count)
        if picture.count > PictureRules.maximumBytes { kill(.tooMuchOutput) }
    }

    private func readReport(_ descriptor: Int32) {
        let more = read(descriptor, limit: 1 << 16)
        report += more.prefix(Self.longestReport - report.count)
    }

    /// Reads what is there now; the last part may exceed the limit. At the end of the pipe it stops watching it.
    private func read(_ descriptor: Int32, limit: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < limit {
            let count = mayfly_read(descriptor, &part, part.count)
            if count == 0 { unwatch(descriptor) }
            guard count > 0 else { break }
            bytes += part.prefix(count)
        }
        return bytes
    }

    /// Kills the process for this reason. Only the first reason counts.
    private func kill(_ failure: ConversionFailure) {
        guard case .running(let process) = state else { return }
        state = .ending(process, failure)
        for pipe in [process.pipes.picture, process.pipes.report] { unwatch(pipe.ours) }
        _ = mayfly_pidfd_signal(process.launched.descriptor, SIGKILL)
        _ = loop.schedule(after: Policy().ending) { [weak self] in self?.assumeIsolated { $0.leave() } }
    }

    /// The killed process does not end, because a debugger holds it: gives the result without it. The loop reaps it when
    /// it ends.
    private func leave() {
        guard case .ending(let process, let failure) = state else { return }
        let descriptor = process.launched.descriptor
        release(process)
        loop.reap(descriptor) { _ in close(descriptor) }
        var result = conversion(process, failure, mayfly_exit())
        result.remains = ProcessStatus.reasonToRemain([process.launched.id], after: Policy().ending)
        process.waiter.resume(returning: result)
    }

    /// The process has ended: reads the rest of its output, reaps it and releases all resources.
    private func processEnded() {
        let process: Process
        var failure: ConversionFailure?
        switch state {
        case .idle, .ended: return
        case .running(let running): process = running
        case .ending(let ending, let why): (process, failure) = (ending, why)
        }
        var exit = mayfly_exit()
        // Its number names its process group until it is reaped: this ends what the process has started.
        Glibc.kill(-process.launched.id, SIGKILL)
        guard mayfly_reap(process.launched.descriptor, &exit) != 0 else {
            // A debugger sees the end first; the pidfd is readable until then.
            unwatch(process.launched.descriptor)
            _ = loop.schedule(after: .milliseconds(100)) { [weak self] in self?.assumeIsolated { $0.processEnded() } }
            return
        }
        if failure == nil {
            readPicture(process.pipes.picture.ours)
            readReport(process.pipes.report.ours)
            if picture.count > PictureRules.maximumBytes { failure = .tooMuchOutput }
        }
        release(process)
        close(process.launched.descriptor)
        process.waiter.resume(returning: conversion(process, failure, exit))
    }

    /// Releases all that there is of a process but its pidfd.
    private func release(_ process: Process) {
        loop.cancel(process.deadline)
        for descriptor in [process.launched.descriptor, process.pipes.picture.ours, process.pipes.report.ours] {
            unwatch(descriptor)
        }
        process.pipes.closeOurs()
        state = .ended
    }

    private func conversion(_ process: Process, _ failure: ConversionFailure?, _ exit: mayfly_exit) -> Conversion {
        let report = ConversionReport(report)
        let missing = (report.missing ?? [:]).merging(process.missing) { $1 }
        var result = failure.map { .failure($0) } ?? result(exit, report.reason)
        let requirement = process.order.confinement.requirement
        let unmet = requirement.unmet(in: missing)
        if !unmet.isEmpty { result = .failure(.unconfined(SandboxLayer.list(unmet))) }
        // A program that does not report on its sandbox may have none.
        if requirement != .nothing, report.missing == nil, case .success = result {
            result = .failure(.unconfined("its own report"))
        }
        return Conversion(
            result: result,
            missing: missing.filter { process.order.layers.contains($0.key) },
            time: .microseconds(exit.cpu_microseconds)
        )
    }

    private func result(_ exit: mayfly_exit, _ reason: String?) -> Result<[UInt8]?, ConversionFailure> {
        guard exit.exited == 1 else { return .failure(.crashed(signal: exit.status)) }
        switch PictureConversion.Status(rawValue: exit.status) {
        case .converted: return .success(picture)
        case .animated: return .success(nil)
        case .refused: return .failure(reason.map { .refused($0) } ?? .exited(status: exit.status))
        default: return .failure(.exited(status: exit.status))
        }
    }
}
