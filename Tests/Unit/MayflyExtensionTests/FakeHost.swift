import CMayfly
import Synchronization

@testable import MayflyExtension

/// A fake host: it records calls, and calls completions when the test asks for it.
final class FakeHost: @unchecked Sendable {
    // Safe because the pointers are written before the host is shared and freed after its last use.
    private let block: UnsafeMutablePointer<mayfly_host>
    private let table: UnsafeMutablePointer<mayfly_conversation_functions>
    private let views: UnsafeMutablePointer<mayfly_view_functions>
    private let sessions = FakeSessions()
    private let times: UnsafeMutablePointer<mayfly_more_time_functions>
    private let state = Mutex(State())
    private let isOlder: Bool

    private struct State {
        var insertedURLs: [String?] = []
        var cards: [String] = []
        var answer: Int32 = 0
        var waiting: [(mayfly_completion?, UInt)] = []
        var reasons: [String] = []
    }

    private static let all = Mutex<[UInt: FakeHost]>([:])

    /// `tableSize` is the size member of the conversation table. A host of the first release has no session functions.
    init(tableSize: UInt32 = statedSize(mayfly_conversation_functions.self), isOlder: Bool = false) {
        self.isOlder = isOlder
        block = .allocate(capacity: 1)
        table = .allocate(capacity: 1)
        views = .allocate(capacity: 1)
        times = .allocate(capacity: 1)
        block.initialize(to: mayfly_host())
        table.initialize(to: mayfly_conversation_functions())
        views.initialize(to: mayfly_view_functions())
        block.pointee.size = statedSize(mayfly_host.self)
        block.pointee.ability = { host, id in
            switch String(id) {
            case MAYFLY_CONVERSATION: UnsafeRawPointer(FakeHost.at(host)?.table)
            case MAYFLY_VIEW: UnsafeRawPointer(FakeHost.at(host)?.views)
            default: FakeHost.at(host)?.later(id)
            }
        }
        table.pointee.size = tableSize
        table.pointee.insert_message = { host, message, completion, context in
            FakeHost.at(host)?.insert(Message(message), completion, UInt(bitPattern: context)) ?? -1
        }
        views.pointee.size = statedSize(mayfly_view_functions.self)
        views.pointee.present_view = { host, json in
            FakeHost.at(host)?.state.withLock { $0.cards.append(String(json) ?? "") }
            return 0
        }
        times.initialize(to: mayfly_more_time_functions())
        times.pointee.size = statedSize(mayfly_more_time_functions.self)
        times.pointee.extend = { host, reason, milliseconds, completion, context in
            guard let host = FakeHost.at(host) else { return -1 }
            host.state.withLock { $0.reasons.append("\(String(reason) ?? "") \(milliseconds)") }
            completion?(context, nil)
            return 0
        }
        Self.all.withLock { $0[UInt(bitPattern: block)] = self }
    }

    /// Frees the tables. The pointer must not be used after it.
    func end() {
        Self.all.withLock { $0[UInt(bitPattern: block)] = nil }
    }

    deinit {
        block.deallocate()
        table.deallocate()
        views.deallocate()
        times.deallocate()
    }

    var pointer: UnsafePointer<mayfly_host> { UnsafePointer(block) }
    var insertedURLs: [String?] { state.withLock(\.insertedURLs) }
    var reasons: [String] { state.withLock(\.reasons) }
    var cards: [String] { state.withLock(\.cards) }

    /// The result of the next calls.
    func answerCalls(with code: Int32) {
        state.withLock { $0.answer = code }
    }

    /// Calls all waiting completions, each `times` times.
    func complete(times: Int = 1) {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for (completion, context) in waiting {
            for _ in 0..<times { completion?(UnsafeMutableRawPointer(bitPattern: context), nil) }
        }
    }

    private func insert(_ message: Message?, _ completion: mayfly_completion?, _ context: UInt) -> Int32 {
        state.withLock { state in
            state.insertedURLs.append(message?.url)
            if state.answer == 0 { state.waiting.append((completion, context)) }
            return state.answer
        }
    }

    private func later(_ id: mayfly_string) -> UnsafeRawPointer? {
        guard !isOlder else { return nil }
        return String(id) == MAYFLY_MORE_TIME ? UnsafeRawPointer(times) : sessions.table(id)
    }

    private static func at(_ pointer: UnsafePointer<mayfly_host>?) -> FakeHost? {
        all.withLock { $0[UInt(bitPattern: pointer)] }
    }
}
