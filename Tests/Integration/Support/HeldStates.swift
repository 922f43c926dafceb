import MayflyModel
import MayflyStore
import Synchronization

/// A provider like a server that is far away: it answers when the test says so, or never.
final class HeldStates: SessionStateProvider {
    private struct State {
        var states: [SessionStateKey: SessionState] = [:]
        var isOpen = false
        var asked = 0
        var held: [CheckedContinuation<Void, any Error>] = []
        var waiter: (count: Int, CheckedContinuation<Void, Never>)?
    }

    private let state = Mutex(State())

    /// Answers everything from here on.
    func open() {
        let held = state.withLock { state in
            state.isOpen = true
            defer { state.held = [] }
            return state.held
        }
        for each in held { each.resume() }
    }

    /// How many wait for an answer now.
    var waiting: Int { state.withLock { $0.held.count } }

    /// Returns once it was asked so often.
    func waitUntilAsked(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.asked < count { state.waiter = (count, continuation) }
                return state.asked >= count
            }
            if isThere { continuation.resume() }
        }
    }

    func state(of key: SessionStateKey) async throws -> SessionState {
        try await pass()
        return state.withLock { $0.states[key] ?? .none }
    }

    func replaceState(
        of key: SessionStateKey,
        expecting version: UInt64,
        with bytes: [UInt8]
    ) async throws -> SessionStateWrite {
        try await pass()
        return state.withLock { state in
            let current = state.states[key] ?? .none
            guard current.version == version else { return .conflict(current) }
            state.states[key] = SessionState(version: version + 1, bytes: bytes)
            return .stored(version: version + 1)
        }
    }

    private func pass() async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
                    state.asked += 1
                    if state.isOpen || Task.isCancelled {
                        continuation.resume()
                    } else {
                        state.held.append(continuation)
                    }
                    guard let waiter = state.waiter, state.asked >= waiter.count else { return nil }
                    state.waiter = nil
                    return waiter.1
                }
                waiter?.resume()
            }
        } onCancel: {
            let held = state.withLock { state in
                defer { state.held = [] }
                return state.held
            }
            for each in held { each.resume(throwing: CancellationError()) }
        }
    }
}

/// A provider that is out of order.
struct BrokenStates: SessionStateProvider {
    struct Failure: Error, CustomStringConvertible { let description = "the server is on fire" }

    func state(of key: SessionStateKey) async throws -> SessionState { throw Failure() }

    func replaceState(
        of key: SessionStateKey,
        expecting version: UInt64,
        with bytes: [UInt8]
    ) async throws -> SessionStateWrite { throw MessageError(.quotaExceeded, "no room on the server") }
}
