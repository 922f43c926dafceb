internal import CMayflyLinux

/// Sends to a socket that must not block, and queues what it does not take.
struct SocketWriter {
    let descriptor: Int32
    private var waiting: [UInt8] = []
    /// How many bytes of `waiting` were sent already.
    private var sent = 0

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// How many bytes are queued.
    var waitingBytes: Int { waiting.count - sent }

    var isWaiting: Bool { waitingBytes > 0 }

    /// Sends the bytes after those that are queued. If the other side is closed, they are dropped: the pidfd reports the end.
    mutating func send(_ bytes: [UInt8]) {
        guard !isWaiting else { return waiting.append(contentsOf: bytes) }
        let count = bytes.withUnsafeBytes { mayfly_send_some(descriptor, $0.baseAddress, $0.count) }
        if count >= 0, count < bytes.count { (waiting, sent) = (bytes, count) }
    }

    /// Sends queued bytes, as far as the socket takes them. If the other side is closed, they are dropped.
    mutating func flush() {
        guard isWaiting else { return }
        let count = waiting.withUnsafeBytes { bytes in
            mayfly_send_some(descriptor, bytes.baseAddress?.advanced(by: sent), bytes.count - sent)
        }
        guard count >= 0 else {
            (waiting, sent) = ([], 0)
            return
        }
        sent += count
        // Sent bytes are removed when they are more than half of all, so that each byte is moved once at most.
        if sent == waiting.count {
            (waiting, sent) = ([], 0)
        } else if sent > waiting.count / 2 {
            waiting.removeFirst(sent)
            sent = 0
        }
    }
}
