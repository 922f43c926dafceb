internal import CMayfly
internal import Synchronization

/// The completions that have not been called yet, under numbers that go through C as context pointers.
///
/// A number that is unknown is ignored, so that a second call of the same completion does nothing.
struct Completions: ~Copyable {
    typealias Completion = @Sendable (MessageError?) -> Void

    static let pending = Completions()

    private struct State {
        var next: UInt = 1
        var waiting: [UInt: Completion] = [:]
    }

    private let state = Mutex(State())

    /// Keeps the completion until ``take(_:)``, and gives it a context. Never null.
    func add(_ completion: @escaping Completion) -> UnsafeMutableRawPointer? {
        state.withLock { state in
            let number = state.next
            state.next += 1
            state.waiting[number] = completion
            return UnsafeMutableRawPointer(bitPattern: number)
        }
    }

    /// The completion of a context, once.
    func take(_ context: UnsafeMutableRawPointer?) -> Completion? {
        let number = UInt(bitPattern: context)
        return state.withLock { $0.waiting.removeValue(forKey: number) }
    }

    /// What the host calls.
    static let answer: mayfly_completion = { context, error in
        Completions.pending.take(context)?(MessageError(error))
    }
}
