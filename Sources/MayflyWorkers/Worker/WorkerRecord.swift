internal import MayflyLinux
internal import MayflyModel

/// What is written down of a worker while it lives, for its receipt.
struct WorkerRecord {
    private let begun = Moment.now
    var times = PhaseTimes()
    var bytesSent = 0
    var bytesReceived = 0
    var output = OutputTail()

    /// Microseconds since the launch began.
    var now: Int64 { begun.microseconds(to: .now) }
}
