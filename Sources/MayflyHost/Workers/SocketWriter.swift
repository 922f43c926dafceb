internal import CMayflyLinux

/// Sends to a socket that must not block: what does not fit waits here.
struct SocketWriter {
    let descriptor: Int32
    private var waiting: [UInt8] = []

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    var isWaiting: Bool { !waiting.isEmpty }

    /// Sends the bytes after those that wait. False when the other side is gone.
    mutating func send(_ bytes: [UInt8]) -> Bool {
        guard waiting.isEmpty else {
            waiting.append(contentsOf: bytes)
            return true
        }
        let sent = bytes.withUnsafeBytes { mayfly_send_some(descriptor, $0.baseAddress, $0.count) }
        guard sent >= 0 else { return false }
        if sent < bytes.count { waiting = Array(bytes.dropFirst(sent)) }
        return true
    }

    /// Sends what waits, as far as there is room.
    mutating func flush() -> Bool {
        guard isWaiting else { return true }
        let bytes = waiting
        waiting = []
        return send(bytes)
    }
}
