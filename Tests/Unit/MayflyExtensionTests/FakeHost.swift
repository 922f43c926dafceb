import CMayfly
import Synchronization

@testable import MayflyExtension

/// A fake host: it records calls, and calls completions when the test asks for it.
final class FakeHost: @unchecked Sendable {
    // Safe because the pointers are written before the host is shared and freed after its last use.
    private let block: UnsafeMutablePointer<mayfly_host>
    private let table: UnsafeMutablePointer<mayfly_conversation_functions>
    private let views: UnsafeMutablePointer<mayfly_view_functions>
    private let stickers: UnsafeMutablePointer<mayfly_sticker_functions>
    private let sessions = FakeSessions()
    private let times: UnsafeMutablePointer<mayfly_more_time_functions>
    private let state = Mutex(State())
    private let isOlder: Bool

    private struct State {
        var insertedURLs: [String?] = []
        var calls: [String] = []
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
        stickers = .allocate(capacity: 1)
        times = .allocate(capacity: 1)
        block.initialize(to: mayfly_host())
        table.initialize(to: mayfly_conversation_functions())
        views.initialize(to: mayfly_view_functions())
        block.pointee.size = statedSize(mayfly_host.self)
        block.pointee.ability = { host, id in
            switch String(id) {
            case MAYFLY_CONVERSATION: UnsafeRawPointer(FakeHost.at(host)?.table)
            case MAYFLY_VIEW: UnsafeRawPointer(FakeHost.at(host)?.views)
            case MAYFLY_STICKERS: UnsafeRawPointer(FakeHost.at(host)?.stickers)
            default: FakeHost.at(host)?.later(id)
            }
        }
        table.pointee.size = tableSize
        table.pointee.insert_message = { host, message, completion, context in
            FakeHost.at(host)?.insert(Message(message), completion, UInt(bitPattern: context)) ?? -1
        }
        Self.fill(table)
        Self.fill(stickers)
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
        stickers.deallocate()
        times.deallocate()
    }

    var pointer: UnsafePointer<mayfly_host> { UnsafePointer(block) }
    var insertedURLs: [String?] { state.withLock(\.insertedURLs) }
    /// The calls with text, files and sizes, each with its arguments; `-` is "no text".
    var calls: [String] { state.withLock(\.calls) }
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

    /// The functions that take text and files.
    private static func fill(_ table: UnsafeMutablePointer<mayfly_conversation_functions>) {
        table.pointee.insert_text = { host, text, completion, context in
            FakeHost.at(host)?.note("insert_text", [text], completion, context) ?? -1
        }
        table.pointee.send_text = { host, text, completion, context in
            FakeHost.at(host)?.note("send_text", [text], completion, context) ?? -1
        }
        table.pointee.insert_attachment = { host, file, name, completion, context in
            FakeHost.at(host)?.note("insert_attachment", [file, name], completion, context) ?? -1
        }
        table.pointee.send_attachment = { host, file, name, completion, context in
            FakeHost.at(host)?.note("send_attachment", [file, name], completion, context) ?? -1
        }
    }

    private static func fill(_ stickers: UnsafeMutablePointer<mayfly_sticker_functions>) {
        stickers.initialize(to: mayfly_sticker_functions())
        stickers.pointee.size = statedSize(mayfly_sticker_functions.self)
        stickers.pointee.present_sticker_browser = { host, size in
            FakeHost.at(host)?.state.withLock { $0.calls.append("present_sticker_browser \(size)") }
            return 0
        }
    }

    private func note(
        _ function: String,
        _ texts: [mayfly_string],
        _ completion: mayfly_completion?,
        _ context: UnsafeMutableRawPointer?
    ) -> Int32 {
        let words = [function] + texts.map { String($0).map { "'\($0)'" } ?? "-" }
        let address = UInt(bitPattern: context)
        return state.withLock { state in
            state.calls.append(words.joined(separator: " "))
            if state.answer == 0 { state.waiting.append((completion, address)) }
            return state.answer
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

extension Launch {
    /// A launch in expanded style, without a private folder.
    static func of(_ host: FakeHost) -> Launch {
        Launch(
            host: HostConnection(host.pointer),
            presentationStyle: .expanded,
            bundleFolder: "",
            privateFolder: nil,
            locale: "en"
        )
    }
}
