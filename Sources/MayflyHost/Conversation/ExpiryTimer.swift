internal import MayflyModel
internal import Synchronization

/// Waits for the moment at which the next message of a conversation expires (model 5.10).
final class ExpiryTimer: Sendable {
    private enum State {
        case idle
        case waiting(Task<Void, Never>, until: Timestamp)
        /// Sets no new timer; one that is set may still fire.
        case closing(Task<Void, Never>?)
    }

    private let clock: any HostClock
    private let fired: @Sendable () -> Void
    private let state = Mutex(State.idle)

    /// `fired` is called when a moment has come.
    init(clock: any HostClock, fired: @escaping @Sendable () -> Void) {
        self.clock = clock
        self.fired = fired
    }

    /// Waits for this moment instead of the one before; nil for none.
    func wait(until moment: Timestamp?) {
        state.withLock { state in
            switch state {
            case .waiting(_, until: moment): return
            case .waiting(let task, _): task.cancel()
            case .closing: return
            case .idle: break
            }
            guard let moment else { return state = .idle }
            // It is cancelled by another moment and by `stop`, which waits for it.
            let task = Task { [clock, weak self] in
                guard (try? await clock.wait(until: moment)) != nil else { return }
                self?.fire(moment)
            }
            state = .waiting(task, until: moment)
        }
    }

    private func fire(_ moment: Timestamp) {
        state.withLock { state in
            if case .waiting(_, until: moment) = state { state = .idle }
        }
        fired()
    }

    /// Takes no new moment from now on.
    func close() {
        state.withLock { state in
            switch state {
            case .idle: state = .closing(nil)
            case .waiting(let task, _): state = .closing(task)
            case .closing: break
            }
        }
    }

    /// Cancels the wait, and returns when it has stopped completely.
    func stop() async {
        close()
        let task: Task<Void, Never>? = state.withLock { state in
            guard case .closing(let task) = state else { return nil }
            return task
        }
        task?.cancel()
        await task?.value
    }
}
