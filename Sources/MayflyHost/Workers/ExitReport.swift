internal import CMayflyLinux
internal import Glibc

/// What process 1 of a worker's PID namespace tells the host.
enum ExitReport {
    /// How the worker itself ended; nil where there is no report.
    static func end(_ socket: Int32?) -> (exited: Int32, status: Int32)? {
        guard let socket else { return nil }
        var status: Int32 = 0
        var descriptor: Int32 = -1
        var count = 1
        // The greeting, with the worker's descriptor, may not have been taken; the status is four bytes long.
        while true {
            let size = mayfly_receive_packet(socket, &status, 4, &descriptor, &count)
            if count == 1 { close(descriptor) }
            guard size > 0 else { return nil }
            count = 1
            if size == 4 { break }
        }
        let signal = status & 0x7F
        return signal == 0 ? (1, (status >> 8) & 0xFF) : (0, signal)
    }

    /// Sends a signal to the worker itself; nil where there is no report.
    static func signal(_ socket: Int32?, _ number: Int32) -> Int32? {
        guard let socket else { return nil }
        var greeting: UInt8 = 0
        var descriptor: Int32 = -1
        var count = 1
        guard mayfly_receive_packet(socket, &greeting, 1, &descriptor, &count) == 1, count == 1 else { return nil }
        defer { close(descriptor) }
        return mayfly_pidfd_signal(descriptor, number)
    }
}
