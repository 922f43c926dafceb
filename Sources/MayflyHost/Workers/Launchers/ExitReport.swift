internal import CMayflyLinux
internal import Glibc

/// What process 1 of a worker's PID namespace tells the host: first which process the worker is, at last how it ended.
struct ExitReport {
    /// Our end of the socket, which is the worker's to close.
    let socket: Int32
    /// Names the worker itself, once it is known.
    private(set) var worker: Int32?
    /// The worker's number in the host's PID namespace; to look at it, never to name it.
    private(set) var workerID: Int32?

    init(socket: Int32) {
        self.socket = socket
        // Process 1 may be slow to speak; the host does not wait for it.
        _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    }

    /// Takes what process 1 said of the worker, if it has.
    mutating func learnWorker() {
        guard worker == nil, case .greeting(let descriptor) = receive() else { return }
        worker = descriptor
        workerID = Self.process(of: descriptor)
    }

    /// How the worker itself ended; nil where process 1 could not say it.
    mutating func end() -> (exited: Int32, status: Int32)? {
        learnWorker()
        guard case .ended(let status) = receive() else { return nil }
        let signal = status & 0x7F
        return signal == 0 ? (1, (status >> 8) & 0xFF) : (0, signal)
    }

    func closeAll() {
        worker.map { _ = close($0) }
        close(socket)
    }

    private enum Message {
        case greeting(descriptor: Int32)
        case ended(status: Int32)
    }

    private func receive() -> Message? {
        var status: Int32 = 0
        var descriptor: Int32 = -1
        var count = 1
        let size = mayfly_receive_packet(socket, &status, 4, &descriptor, &count)
        if count == 1 { return .greeting(descriptor: descriptor) }
        return size == 4 ? .ended(status: status) : nil
    }

    /// The process that a descriptor names, as the kernel tells it (pidfd_open, man 2).
    private static func process(of descriptor: Int32) -> Int32? {
        var bytes = [UInt8](repeating: 0, count: 512)
        let file = open("/proc/self/fdinfo/\(descriptor)", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        let count = read(file, &bytes, bytes.count)
        let text = String(decoding: bytes[..<max(count, 0)], as: UTF8.self)
        let line = text.split(separator: "\n").first { $0.hasPrefix("Pid:") }
        return line.flatMap { Int32($0.dropFirst(4).drop { $0 == "\t" }) }.flatMap { $0 > 0 ? $0 : nil }
    }
}
