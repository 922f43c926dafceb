internal import Synchronization

/// Lets so many tests in at once, and the others in the order in which they came.
///
/// Every host holds some twenty descriptors and a worker or two. All tests at once would hold more than a thousand, and
/// Foundation's `Process` reads past a buffer when the list of them fills it (32 KiB, 24 bytes each).
package final class Turnstile: Sendable {
    private struct State {
        var free: Int
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    /// For tests with a host of their own.
    package static let hosts = Turnstile(places: 16)

    /// Whether this task is inside already: a test with two hosts takes one place, or it could wait for itself.
    @TaskLocal private static var isInside = false

    private let state: Mutex<State>

    package init(places: Int) { state = Mutex(State(free: places)) }

    package func pass<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        guard !Self.isInside else { return try await body() }
        await enter()
        defer { leave() }
        return try await Self.$isInside.withValue(true) { try await body() }
    }

    private func enter() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.free > 0 {
                    state.free -= 1
                    return true
                }
                state.waiters.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    /// A place goes from hand to hand while anybody waits.
    private func leave() {
        let next = state.withLock { state in
            guard state.waiters.isEmpty else { return Optional(state.waiters.removeFirst()) }
            state.free += 1
            return nil
        }
        next?.resume()
    }
}
