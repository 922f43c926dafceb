internal import CMayflyLinux
internal import Glibc
internal import MayflyABI
internal import MayflyLinux

/// The messages on the link of a worker. Process 1 of its PID namespace first sends the worker's pidfd, and at the end
/// the worker's status. Before any code of the extension runs, the worker reports that it waits for its extension, or
/// that the sandbox could not be entered.
struct WorkerLink: Sendable {
    /// The host's end of the link, which is closed with the worker.
    let socket: Int32
    /// The pidfd of the worker itself; nil until it is known.
    private(set) var worker: Int32?
    /// The worker's process id in the host's PID namespace: only for reading its state, never to signal it.
    private(set) var workerID: Int32?
    /// Whether the worker waits for its extension.
    private(set) var isReady = false
    /// The reason why there is no worker; nil while none is known.
    private(set) var refusal: String?
    /// Whether the worker ended before it read its request: no code of the extension has run then.
    private(set) var hasLostRequest = false
    /// The worker's status, as waitpid gives it.
    private var status: Int32?
    /// Whether there is a process 1. Without one, the socket carries only the worker's own messages.
    let hasFirstProcess: Bool

    init(socket: Int32, hasFirstProcess: Bool) {
        self.socket = socket
        self.hasFirstProcess = hasFirstProcess
        // Process 1 may be slow to send; the host must not block.
        _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    }

    /// Handles the messages that have arrived, up to the one with the worker's pidfd.
    mutating func learnWorker() {
        while worker == nil, refusal == nil, let message = receive() { take(message) }
    }

    /// Handles the messages that have arrived, up to the one that the worker is ready or refused.
    mutating func learnReadiness() {
        while !isReady, refusal == nil, let message = receive() { take(message) }
    }

    private mutating func take(_ message: (LinkMessage, descriptor: Int32?)) {
        switch message {
        case (.worker, let descriptor?):
            // If the extension has access to the link, it may send anything.
            guard hasFirstProcess, worker == nil else {
                close(descriptor)
                return
            }
            worker = descriptor
            workerID = Self.process(of: descriptor)
        case (.ready, _): isReady = true
        case (.refusal(let reason), _): refusal = reason
        case (.ended(let status), _): self.status = status
        case (.worker, nil): break
        }
    }

    /// How the worker itself ended; nil if process 1 did not report it.
    mutating func end() -> (exited: Int32, status: Int32)? {
        while let message = receive() { take(message) }
        guard let status else { return nil }
        let signal = status & 0x7F
        return signal == 0 ? (1, (status >> 8) & 0xFF) : (0, signal)
    }

    func closeAll() {
        worker.map { _ = close($0) }
        close(socket)
    }

    private mutating func receive() -> (LinkMessage, descriptor: Int32?)? {
        var bytes = [UInt8](repeating: 0, count: 512)
        var descriptor: Int32 = -1
        var count = 1
        var size = mayfly_receive_packet(socket, &bytes, bytes.count, &descriptor, &count)
        // The worker ended before it read its request. The kernel reports this error once; the next call returns what
        // the worker had sent.
        if size == -Int(ECONNRESET) {
            hasLostRequest = true
            count = 1
            size = mayfly_receive_packet(socket, &bytes, bytes.count, &descriptor, &count)
        }
        let file = count == 1 ? descriptor : nil
        return LinkMessage(bytes[..<max(size, 0)], hasDescriptor: file != nil).map { ($0, file) }
    }

    /// The process id of a pidfd, as the kernel reports it (pidfd_open, man 2).
    private static func process(of descriptor: Int32) -> Int32? {
        let line = KernelFile.line("Pid:", of: "/proc/self/fdinfo/\(descriptor)")
        return line.flatMap { Int32($0.dropFirst(4).drop { $0 == "\t" }) }.flatMap { $0 > 0 ? $0 : nil }
    }
}
