internal import MayflyViews

/// What the measured extension can be told to do to itself.
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
