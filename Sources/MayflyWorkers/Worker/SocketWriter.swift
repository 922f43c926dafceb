internal import CMayflyLinux

/// Sends to a socket that must not block: what does not fit waits here.
struct SocketWriter {
    let descriptor: Int32
    private var waiting: [UInt8] = []
    /// How much of it has been sent since.
    private var sent = 0

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// How many bytes the other side has not taken yet.
    var waitingBytes: Int { waiting.count - sent }

    var isWaiting: Bool { waitingBytes > 0 }

    /// Sends the bytes after those that wait. Where the other side is gone, they are dropped.
    mutating func send(_ bytes: [UInt8]) {
        guard !isWaiting else { return waiting.append(contentsOf: bytes) }
        let count = bytes.withUnsafeBytes { mayfly_send_some(descriptor, $0.baseAddress, $0.count) }
        if count >= 0, count < bytes.count { (waiting, sent) = (bytes, count) }
    }

    /// Sends what waits, as far as there is room. Where the other side is gone, it is dropped.
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
        // Sent bytes are removed once they are half of all, so that each byte is moved once at most.
        if sent == waiting.count {
            (waiting, sent) = ([], 0)
        } else if sent > waiting.count / 2 {
            waiting.removeFirst(sent)
            sent = 0
        }
    }
}
