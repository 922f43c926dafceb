import MayflyModel
import MayflyStore
import Synchronization

/// A provider like a server that is far away: it answers when the test says so, or never. Requests are numbered from 1.
final class HeldStates: SessionStateProvider {
    private struct State {
        var states: [SessionStateKey: SessionState] = [:]
        var isOpen = false
        var asked = 0
        /// The requests that are answered before all are.
        var answered: Set<Int> = []
        var held: [Int: CheckedContinuation<Int, any Error>] = [:]
        var waiter: (count: Int, CheckedContinuation<Void, Never>)?
    }

    private let state = Mutex(State())
    private let numbersAnswers: Bool

    /// With `numbersAnswers` each state that is read has the number of the request as its version, and no bytes.
    init(numbersAnswers: Bool = false) { self.numbersAnswers = numbersAnswers }

    /// Answers everything from here on.
    func open() {
        let held = state.withLock { state in
            state.isOpen = true
            defer { state.held = [:] }
            return state.held
        }
        for (number, each) in held { each.resume(returning: number) }
    }

    /// Answers the requests with these numbers, also those that come later.
    func answer(_ numbers: Int...) {
        let held = state.withLock { state in
            state.answered.formUnion(numbers)
            return numbers.compactMap { number in state.held.removeValue(forKey: number).map { (number, $0) } }
        }
        for (number, each) in held { each.resume(returning: number) }
    }

    /// How often it was asked.
    var count: Int { state.withLock(\.asked) }

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
        let number = try await pass()
        guard !numbersAnswers else { return SessionState(version: UInt64(number), bytes: []) }
        return state.withLock { $0.states[key] ?? .none }
    }

    func replaceState(
        of key: SessionStateKey,
        expecting version: UInt64,
        with bytes: [UInt8]
    ) async throws -> SessionStateWrite {
        _ = try await pass()
        return state.withLock { state in
            let current = state.states[key] ?? .none
            guard current.version == version else { return .conflict(current) }
            state.states[key] = SessionState(version: version + 1, bytes: bytes)
            return .stored(version: version + 1)
        }
    }

    /// Waits until the request is answered, and gives its number.
    private func pass() async throws -> Int {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Int, any Error>) in
                let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
                    state.asked += 1
                    if state.isOpen || state.answered.contains(state.asked) || Task.isCancelled {
                        continuation.resume(returning: state.asked)
                    } else {
                        state.held[state.asked] = continuation
                    }
                    guard let waiter = state.waiter, state.asked >= waiter.count else { return nil }
                    state.waiter = nil
                    return waiter.1
                }
                waiter?.resume()
            }
        } onCancel: {
            let held = state.withLock { state in
                defer { state.held = [:] }
                return state.held.values
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
