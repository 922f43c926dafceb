package import MayflyModel

/// How a launch ended.
package struct RecordedEnd: Sendable, Equatable {
    /// The name of the cause (`WorkerEnd.Cause.name`).
    package let cause: String
    /// The number of the signal of a crash, or the status of an exit; 0 for others.
    package let number: Int32
    /// The callback that was running.
    package let phase: String?
    /// Since the launch began.
    package let microseconds: Int64

    package init(cause: String, number: Int32, phase: String?, microseconds: Int64) {
        self.cause = cause
        self.number = number
        self.phase = phase
        self.microseconds = microseconds
    }

    package init(_ end: WorkerEnd, at microseconds: Int64) {
        let number: Int32 =
            switch end.cause {
            case .crashed(let signal): signal
            case .exited(let status): status
            default: 0
            }
        self.init(cause: end.cause.name, number: number, phase: end.phase, microseconds: microseconds)
    }
}
