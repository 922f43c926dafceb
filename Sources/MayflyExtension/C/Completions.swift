internal import CMayfly
internal import Synchronization

/// The completions of one kind that have not been called yet, under numbers that go through C as context pointers.
///
/// A number that is unknown is ignored, so that a second call of the same completion does nothing.
struct Completions<Answer>: ~Copyable {
    typealias Completion = @Sendable (Answer) -> Void

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
}

/// The completions of all calls, and for each kind what the host calls.
enum Pending {
    static let calls = Completions<MessageError?>()
    static let pages = Completions<Result<SessionPage, MessageError>>()
    static let states = Completions<Result<SessionState, MessageError>>()
    static let writes = Completions<Result<SessionStateWrite, MessageError>>()

    static let answerCall: mayfly_completion = { context, error in
        calls.take(context)?(MessageError(error))
    }

    static let answerPage: mayfly_session_page_completion = { context, error, messages, count, hasOlder in
        let answer = pages.take(context)
        if let error = MessageError(error) {
            answer?(.failure(error))
        } else {
            answer?(.success(SessionPage(messages, count: count, hasOlder: hasOlder)))
        }
    }

    static let answerState: mayfly_session_state_completion = { context, error, version, bytes, size in
        let answer = states.take(context)
        if let error = MessageError(error) {
            answer?(.failure(error))
        } else {
            answer?(.success(SessionState(version, bytes, size)))
        }
    }

    static let answerWrite: mayfly_session_state_completion = { context, error, version, bytes, size in
        let answer = writes.take(context)
        switch MessageError(error) {
        case nil: answer?(.success(.stored(version: version)))
        case let error? where error.code == .versionConflict:
            answer?(.success(.conflict(SessionState(version, bytes, size))))
        case let error?: answer?(.failure(error))
        }
    }
}
