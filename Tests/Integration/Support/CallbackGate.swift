import Foundation
import MayflyHost
import MayflyTesting
import Testing

/// Keeps a puppet inside one of its callbacks until the test lets it go: `CALLBACK hold NAME` in its script reads from a pipe
/// of that name in its private folder.
final class CallbackGate: Sendable {
    private let pipe: Int32

    /// Makes the pipe in the private folder of a puppet.
    init(_ name: String = "gate", in folder: String) throws {
        let path = "\(folder)/\(name)"
        let isMade = mkfifo(path, 0o600) == 0 && chmod(path, 0o666) == 0
        // Both ends are held, so that the puppet waits for the byte and for nothing else.
        pipe = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        try #require(isMade && pipe >= 0)
    }

    deinit { close(pipe) }

    /// Lets so many callbacks return, those that come later among them.
    func release(_ count: Int = 1) {
        let bytes = [UInt8](repeating: 1, count: count)
        #expect(write(pipe, bytes, count) == count)
    }
}

extension ThrowingTaskGroup where ChildTaskResult == Void, Failure == any Error {
    /// Begins what a person does in a window. When this returns, it has its place in the window's queue, before all that comes
    /// later.
    mutating func begin(
        in window: ConversationWindow,
        _ act: @escaping @Sendable (ConversationWindow) async throws -> Void
    ) async {
        // The task runs at once up to the actor of the window, whose jobs are done in the order in which they come.
        addImmediateTask { try await act(window) }
        _ = await window.style
    }
}

extension Trace {
    /// Waits until the extension itself has begun that callback.
    func waitUntilTold(_ callback: String) async {
        await wait { events in
            events.contains { if case .log(_, _, let line) = $0 { line.hasPrefix("saw \(callback);") } else { false } }
        }
    }

    /// Waits until the puppet has begun the callback of the scenario.
    func waitUntilTold(_ scenario: CallbackScenario) async {
        await wait { events in
            events.contains { if case .log(_, _, let line) = $0 { scenario.isTold(by: line) } else { false } }
        }
    }

    /// Waits until the host has taken that call.
    func waitForCall(_ name: String) async {
        await wait { events in events.contains { if case .call(_, name, _, _) = $0 { true } else { false } } }
    }
}
