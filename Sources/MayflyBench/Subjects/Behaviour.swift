internal import MayflyViews

/// The faults that the measured extension has on request.
package enum Behaviour: Sendable {
    /// Crash.
    case crash
    /// Loop without end.
    case loop
    /// Stop its process by a signal.
    case freeze

    var submission: Submission {
        switch self {
        case .crash: Payload.crash
        case .loop: Payload.loop
        case .freeze: Payload.stop
        }
    }
}
