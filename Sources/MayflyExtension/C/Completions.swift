internal import CMayfly
internal import Synchronization

/// Completions of one kind that were not called yet, by numbers that are passed through C as context pointers.
///
/// Unknown numbers are ignored, so that a second call of the same completion does nothing.
struct Completions<Answer>: ~Copyable {
    typealias Completion = @Sendable (Answer) -> Void

    private struct State {
        var next: UInt = 1
        var waiting: [UInt: Completion] = [:]
    }

    private let state = Mutex(State())

    /// Stores the completion until ``take(_:)`` and returns its context, which is never null.
    func add(_ completion: @escaping Completion) -> UnsafeMutableRawPointer? {
        state.withLock { state in
            let number = state.next
            state.next += 1
            state.waiting[number] = completion
            return UnsafeMutableRawPointer(bitPattern: number)
        }
    }

    /// Removes and returns the completion of a context; `nil` for an unknown one.
    func take(_ context: UnsafeMutableRawPointer?) -> Completion? {
        let number = UInt(bitPattern: context)
        return state.withLock { $0.waiting.removeValue(forKey: number) }
    }
}

/// The waiting completions of each kind, and the C function of each kind that the host calls.
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
