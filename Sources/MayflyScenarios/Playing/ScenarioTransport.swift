internal import MayflyHost
internal import MayflyModel
internal import MayflyStore
internal import Synchronization

/// Carries messages between the devices of a scenario as it says.
final class ScenarioTransport: Transport {
    private struct State {
        var mode = ScenarioStep.Delivery.normal
        var held: [Envelope] = []
        var host: ExtensionHost?
        var loopback: LoopbackTransport?
    }

    private let state = Mutex(State())

    /// Says where it carries messages. Before that it carries none.
    func attach(to host: ExtensionHost) {
        state.withLock { state in
            state.host = host
            state.loopback = LoopbackTransport(store: host.store)
        }
    }

    /// Lets go of the host.
    func detach() {
        state.withLock { state in
            state.host = nil
            state.loopback = nil
            state.held = []
        }
    }

    /// What becomes of messages from here on. What was held arrives before this returns, unless it is held on.
    func set(_ mode: ScenarioStep.Delivery) async throws {
        let (held, host) = state.withLock { state in
            state.mode = mode == .reversed ? .normal : mode
            guard mode == .normal || mode == .reversed else { return ([Envelope](), state.host) }
            defer { state.held = [] }
            return (mode == .reversed ? state.held.reversed() : state.held, state.host)
        }
        guard let host else { return }
        for envelope in held { try await Self.hand(envelope, to: host) }
    }

    func deliver(_ envelope: Envelope) async throws {
        let (mode, loopback) = state.withLock { state in
            if state.mode == .hold { state.held.append(envelope) }
            return (state.mode, state.loopback)
        }
        switch mode {
        case .normal, .reversed: try await loopback?.deliver(envelope)
        case .hold, .lose: break
        case .fail: throw MayflyError(.notPossibleNow, "the network is gone")
        }
    }

    /// Brings an envelope to all devices but its sender's, as a transport of an app does.
    private static func hand(_ envelope: Envelope, to host: ExtensionHost) async throws {
        guard let place = try host.conversations().first(where: { $0.id == envelope.conversation }) else { return }
        for device in try host.members(of: place) where device.id != envelope.sender {
            try await host.receive(envelope, on: device.name) { try host.content(of: $0) }
        }
    }
}
