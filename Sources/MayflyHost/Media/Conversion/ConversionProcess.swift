internal import CMayflyLinux
internal import Glibc
internal import MayflyModel

/// One process that converts one picture: starts it, takes what it writes, holds it to its deadline and reaps it.
///
/// It runs on the event loop; nobody else waits for the process.
actor ConversionProcess {
    typealias Outcome = Result<[UInt8]?, ConversionFailure>

    private enum State {
        /// Made, not started.
        case idle
        case running(Process)
        /// Killed; what for is settled.
        case ending(Process, ConversionFailure)
        case ended
    }

    private struct Process {
        let launched: LaunchedProcess
        let picture: Int32
        let reason: Int32
        let deadline: EventLoop.Token
        let waiter: CheckedContinuation<Outcome, Never>
    }

    /// More of a reason is not kept.
    private static let longestReason = 1024

    private let loop: EventLoop
    private var state = State.idle
    private var watches: [Int32: EventLoop.Token] = [:]
    private var picture: [UInt8] = []
    private var reason: [UInt8] = []

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(loop: EventLoop) { self.loop = loop }

    /// Runs the program to its end, once. The file is closed.
    func run(_ program: String, file: Int32, scope: PictureConversion.Scope, deadline: Duration) async -> Outcome {
        defer { close(file) }
        guard case .idle = state else { return .failure(.notStarted("a conversion runs once")) }
        return await withCheckedContinuation { waiter in
            do throws(MayflyError) {
                try start(program, file, scope, deadline, waiter)
            } catch {
                state = .ended
                waiter.resume(returning: .failure(.notStarted(error.message)))
            }
        }
    }

    private func start(
        _ program: String,
        _ file: Int32,
        _ scope: PictureConversion.Scope,
        _ deadline: Duration,
        _ waiter: CheckedContinuation<Outcome, Never>
    ) throws(MayflyError) {
        let (launched, picture, reason) = try Self.spawn(program, file, scope)
        let timer = loop.schedule(after: deadline) { [weak self] in
            self?.assumeIsolated { $0.kill(.deadline(milliseconds: deadline.milliseconds)) }
        }
        state = .running(
            Process(launched: launched, picture: picture, reason: reason, deadline: timer, waiter: waiter)
        )
        watch(picture) { $0.readPicture(picture) }
        watch(reason) { $0.readReason(reason) }
        watch(launched.descriptor) { $0.processEnded() }
    }

    /// The process, and our ends of the pipes for the picture and for the reason.
    private static func spawn(
        _ program: String,
        _ file: Int32,
        _ scope: PictureConversion.Scope
    ) throws(MayflyError) -> (LaunchedProcess, picture: Int32, reason: Int32) {
        var ours: [Int32] = []
        do {
            let picture = try pipe()
            defer { close(picture.theirs) }
            ours.append(picture.ours)
            let reason = try pipe()
            defer { close(reason.theirs) }
            ours.append(reason.ours)
            let launched = try LaunchedProcess(
                program,
                ["\(getpid())", scope.rawValue],
                // All that it is told: not to report a crash itself.
                environment: ["SWIFT_BACKTRACE=enable=no"],
                inherit: [
                    mayfly_inherit(from: file, to: 0), mayfly_inherit(from: picture.theirs, to: 1),
                    mayfly_inherit(from: reason.theirs, to: 2),
                ]
            )
            return (launched, picture.ours, reason.ours)
        } catch {
            for descriptor in ours { close(descriptor) }
            throw error
        }
    }

    private static func pipe() throws(MayflyError) -> (ours: Int32, theirs: Int32) {
        var ends: [Int32] = [-1, -1]
        let status = mayfly_pipe(&ends)
        guard status == 0 else {
            throw MayflyError(.launchFailed, "no descriptors for a process: \(String(cString: strerror(-status)))")
        }
        return (ends[0], ends[1])
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

    private func readReason(_ descriptor: Int32) {
        let more = read(descriptor, limit: 1 << 16)
        reason += more.prefix(Self.longestReason - reason.count)
    }

    /// What is there now, which is more than what is wanted at most once; its end is not waited for any longer.
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

    /// Settles why the process ends, and kills it. Only the first reason counts.
    private func kill(_ failure: ConversionFailure) {
        guard case .running(let process) = state else { return }
        state = .ending(process, failure)
        for descriptor in [process.picture, process.reason] { unwatch(descriptor) }
        _ = mayfly_pidfd_signal(process.launched.descriptor, SIGKILL)
    }

    /// The kernel says that the process is gone: takes what it still wrote, reaps it and lets go of everything.
    private func processEnded() {
        let process: Process
        var failure: ConversionFailure?
        switch state {
        case .idle, .ended: return
        case .running(let running): process = running
        case .ending(let ending, let why): (process, failure) = (ending, why)
        }
        var exit = mayfly_exit()
        // Until it is reaped the number means its group: what it has started goes with it.
        Glibc.kill(-process.launched.id, SIGKILL)
        guard mayfly_reap(process.launched.descriptor, &exit) != 0 else { return }
        if failure == nil {
            readPicture(process.picture)
            readReason(process.reason)
            if picture.count > PictureRules.maximumBytes { failure = .tooMuchOutput }
        }
        loop.cancel(process.deadline)
        for descriptor in [process.launched.descriptor, process.picture, process.reason] {
            unwatch(descriptor)
            close(descriptor)
        }
        state = .ended
        process.waiter.resume(returning: failure.map { .failure($0) } ?? outcome(exit))
    }

    private func outcome(_ exit: mayfly_exit) -> Outcome {
        guard exit.exited == 1 else { return .failure(.crashed(signal: exit.status)) }
        switch PictureConversion.Status(rawValue: exit.status) {
        case .converted: return .success(picture)
        case .animated: return .success(nil)
        case .refused where !reason.isEmpty:
            let line = String(decoding: reason, as: UTF8.self).split(separator: "\n").first.map(String.init)
            return .failure(.refused(line ?? ""))
        default: return .failure(.exited(status: exit.status))
        }
    }
}
