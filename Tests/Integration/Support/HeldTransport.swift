import MayflyHost
import MayflyModel
import MayflyStore
import MayflyTesting
import Synchronization

/// Carries messages as the loopback does, but while it holds them only when the test says so.
final class HeldTransport: Transport {
    private struct State {
        var loopback: LoopbackTransport?
        var isHolding = false
        var held: [DeviceID: CheckedContinuation<Void, Never>] = [:]
        var waiter: (count: Int, CheckedContinuation<Void, Never>)?
    }

    private let state = Mutex(State())

    /// Says where it carries messages. Before that it carries none.
    func attach(to test: TestHost) throws {
        let store = try Store(home: HomeFolder(path: test.home))
        state.withLock { $0.loopback = LoopbackTransport(store: store) }
    }

    /// From here on nothing is delivered by itself.
    func hold() { state.withLock { $0.isHolding = true } }

    func deliver(_ envelope: Envelope) async throws {
        await withCheckedContinuation { continuation in
            let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
                guard state.isHolding else {
                    continuation.resume()
                    return nil
                }
                state.held[envelope.sender] = continuation
                guard let waiter = state.waiter, state.held.count >= waiter.count else { return nil }
                state.waiter = nil
                return waiter.1
            }
            waiter?.resume()
        }
        try await state.withLock { $0.loopback }?.deliver(envelope)
    }

    /// Returns once so many devices wait for their delivery.
    func waitUntilHeld(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.held.count < count { state.waiter = (count, continuation) }
                return state.held.count >= count
            }
            if isThere { continuation.resume() }
        }
    }

    /// Delivers what that device sent.
    func release(_ sender: DeviceID) { state.withLock { $0.held.removeValue(forKey: sender) }?.resume() }
}
