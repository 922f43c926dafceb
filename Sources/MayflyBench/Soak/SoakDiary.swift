internal import MayflyHost
internal import MayflyModel
internal import Synchronization

/// The processes and ends of a window.
final class SoakDiary: Sendable {
    private struct State {
        var started = 0
        var ends: [WorkerEnd] = []
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    func take(_ event: HostEvent) {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            switch event {
            case .process(_, .spawned, _): state.started += 1
            case .receipt(_, let end) where end.cause.name != "notStarted": state.ends.append(end)
            default: return nil
            }
            guard state.started == state.ends.count else { return nil }
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    /// The started processes, and the ends since the last call.
    var ends: [WorkerEnd] {
        state.withLock { state in
            defer { (state.started, state.ends) = (0, []) }
            return state.ends
        }
    }

    /// Waits until each process that was started has ended.
    func settle() async {
        await withCheckedContinuation { waiter in
            let isSettled = state.withLock { state in
                if state.started == state.ends.count { return true }
                state.waiter = waiter
                return false
            }
            if isSettled { waiter.resume() }
        }
    }
}
