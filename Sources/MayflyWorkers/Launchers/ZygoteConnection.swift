internal import CMayflyLinux
internal import Foundation
internal import Glibc
internal import MayflyABI
internal import MayflyLinux
internal import MayflyModel

/// One zygote process from its start to its end, and the socket on which it gets requests for workers.
///
/// It runs on the event loop, which never blocks for it: answers come in the order of the requests, each within a
/// deadline. Any failure ends the process, and all pending requests fail.
actor ZygoteConnection {
    /// An answer of the zygote.
    struct Answer {
        let bytes: [UInt8]
        /// The caller closes it.
        let descriptor: Int32?
    }

    private struct PendingRequest {
        let waiter: CheckedContinuation<Result<Answer, MayflyError>, Never>
        let deadline: EventLoop.Token
    }

    private let loop: EventLoop
    private let process: LaunchedProcess
    private let socket: Int32
    private let deadline: Duration
    private var pending: [PendingRequest] = []
    private var watches: [Int32: EventLoop.Token] = [:]
    private var ends: [CheckedContinuation<Void, Never>] = []
    private(set) var isOpen = true
    /// Whether the process is reaped.
    private(set) var isReaped = false
    private var isTaken = false

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Starts the program, with its end of the socket at `WorkerContract.zygoteSocket`. Call it on the loop's thread.
    init(
        _ program: String,
        _ arguments: [String],
        layers: Set<SandboxLayer>,
        deadline: Duration,
        loop: EventLoop
    ) throws(MayflyError) {
        let null = Glibc.open("/dev/null", O_RDWR | O_CLOEXEC)
        guard null >= 0 else { throw Self.failure("/dev/null cannot be opened") }
        defer { close(null) }
        guard let ends = try? DescriptorPair(.packets, for: "a zygote") else {
            throw Self.failure("no descriptors are left")
        }
        // From here on only the zygote has its end, so the socket closes when it ends.
        defer { ends.closeTheirs() }
        do throws(MayflyError) {
            process = try Self.start(
                program,
                arguments,
                layers,
                [0, 1, 2].map { mayfly_inherit(from: null, to: $0) } + [
                    mayfly_inherit(from: ends.theirs, to: WorkerContract.zygoteSocket)
                ]
            )
        } catch {
            ends.closeOurs()
            throw error
        }
        socket = ends.ours
        self.deadline = deadline
        self.loop = loop
    }

    /// Its workers inherit the mount from which the program is executed. If that mount cannot be made read-only, the
    /// zygote reports that the layer of the root does not hold.
    private static func start(
        _ program: String,
        _ arguments: [String],
        _ layers: Set<SandboxLayer>,
        _ inherit: [mayfly_inherit]
    ) throws(MayflyError) -> LaunchedProcess {
        let host = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
        let environment = layers.contains(.environment) ? WorkerContract.environment : host
        // The superuser needs no user namespace for this. In one, the user of workers could not be mapped later.
        let ways = (geteuid() == 0 ? [false] : []) + (layers.contains(.user) ? [true] : [])
        for hasUser in ways where layers.contains(.root) {
            let process = try? LaunchedProcess(
                readOnly: program,
                arguments,
                environment: environment,
                inherit: inherit,
                hasUser: hasUser
            )
            if let process { return process }
        }
        return try LaunchedProcess(program, arguments, environment: environment, inherit: inherit)
    }

    /// Whether it can take requests: it has not ended, and no launch has reserved it.
    var isAvailable: Bool { isOpen && !isTaken }

    /// Reserves it for the caller; false if another caller did so before.
    func take() -> Bool {
        defer { isTaken = true }
        return !isTaken
    }

    /// Begins to listen. The event loop retains this object until the process is reaped.
    func listen() {
        watches[socket] = loop.watch(socket) { self.assumeIsolated { $0.read() } }
        watches[process.descriptor] = loop.watch(process.descriptor) { self.assumeIsolated { $0.reap() } }
    }

    /// Sends a request, unless `bytes` is nil, and waits for the next answer.
    func ask(_ bytes: [UInt8]?, _ files: [Int32]) async throws(MayflyError) -> Answer {
        guard isOpen else { throw Self.failure("it has ended") }
        if let bytes {
            let sent = mayfly_send_packet(socket, bytes, bytes.count, files, files.count)
            guard sent == 0 else {
                let reason = String(cString: strerror(-sent))
                end(reason)
                throw Self.failure(reason)
            }
        }
        return try await withCheckedContinuation { waiter in
            let limit = deadline.milliseconds
            let timer = loop.schedule(after: deadline) { [weak self] in
                self?.assumeIsolated { $0.end("it did not answer within \(limit) ms") }
            }
            pending.append(PendingRequest(waiter: waiter, deadline: timer))
        }.get()
    }

    /// Ends the process. Pending requests fail with this reason.
    func end(_ reason: String) {
        guard isOpen else { return }
        isOpen = false
        unwatch(socket)
        close(socket)
        _ = mayfly_pidfd_signal(process.descriptor, SIGKILL)
        for request in pending {
            loop.cancel(request.deadline)
            request.waiter.resume(returning: .failure(Self.failure(reason)))
        }
        pending = []
    }

    /// Returns when the process is reaped, or after `Policy.ending`: a debugger may hold it. It is reaped then, too. Gives a
    /// line that says what holds it; nil if it is reaped.
    func reaped() async -> String? {
        guard !isReaped else { return nil }
        let limit = Policy().ending
        let timer = loop.schedule(after: limit) { [weak self] in self?.assumeIsolated { $0.endWaits() } }
        await withCheckedContinuation { ends.append($0) }
        loop.cancel(timer)
        return isReaped ? nil : "zygote: " + ProcessStatus.reasonToRemain([process.id], after: limit)
    }

    private func endWaits() {
        for waiter in ends { waiter.resume() }
        ends = []
    }

    /// After a request to fork that got no answer of use.
    func reapLostChildren() { LostChildren(zygote: process.id, loop: loop).reap() }

    private func read() {
        var bytes = [UInt8](repeating: 0, count: WorkerContract.longestPacket)
        var descriptor: Int32 = -1
        var count = 1
        let size = mayfly_receive_packet(socket, &bytes, bytes.count, &descriptor, &count)
        let file = count == 1 ? descriptor : nil
        guard size > 0, !pending.isEmpty else {
            file.map { _ = close($0) }
            return end(size > 0 ? "it sent an answer without a request" : "it has ended")
        }
        let request = pending.removeFirst()
        loop.cancel(request.deadline)
        request.waiter.resume(returning: .success(Answer(bytes: Array(bytes[..<size]), descriptor: file)))
    }

    private func reap() {
        end("it has ended")
        unwatch(process.descriptor)
        loop.reap(process.descriptor) { _ in self.assumeIsolated { $0.noteReaped() } }
    }

    private func noteReaped() {
        close(process.descriptor)
        isReaped = true
        endWaits()
    }

    private func unwatch(_ descriptor: Int32) {
        if let token = watches.removeValue(forKey: descriptor) { loop.unwatch(descriptor, token) }
    }

    static func failure(_ reason: String) -> MayflyError {
        MayflyError(.launchFailed, "the zygote cannot make a worker: \(reason)")
    }
}
