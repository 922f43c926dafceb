internal import CMayfly

/// The functions of the host that can be called at any time and from any thread.
///
/// A completion can capture it, but must not use the ``MessageExtension`` itself.
public struct HostConnection: @unchecked Sendable {
    // Safe because the host's pointer and tables are valid and constant until the process ends, and the host accepts
    // these calls on any thread.
    let pointer: UnsafePointer<mayfly_host>
    let conversation: mayfly_conversation_functions
    let sessionHistory: mayfly_session_history_functions
    let sessionState: mayfly_session_state_functions
    let moreTime: mayfly_more_time_functions
    private let view: mayfly_view_functions
    private let logs: mayfly_log_functions
    private let storage: mayfly_storage_functions
    private let stickers: mayfly_sticker_functions

    /// A table that the host does not have is replaced by one without functions.
    init(_ pointer: UnsafePointer<mayfly_host>) {
        self.pointer = pointer
        conversation = Self.table(MAYFLY_CONVERSATION, of: pointer) ?? mayfly_conversation_functions()
        sessionHistory = Self.table(MAYFLY_SESSION_HISTORY, of: pointer) ?? mayfly_session_history_functions()
        sessionState = Self.table(MAYFLY_SESSION_STATE, of: pointer) ?? mayfly_session_state_functions()
        moreTime = Self.table(MAYFLY_MORE_TIME, of: pointer) ?? mayfly_more_time_functions()
        view = Self.table(MAYFLY_VIEW, of: pointer) ?? mayfly_view_functions()
        logs = Self.table(MAYFLY_LOG, of: pointer) ?? mayfly_log_functions()
        storage = Self.table(MAYFLY_STORAGE, of: pointer) ?? mayfly_storage_functions()
        stickers = Self.table(MAYFLY_STICKERS, of: pointer) ?? mayfly_sticker_functions()
    }

    /// A table of functions that are called seldom, looked up at each call so that the start takes no longer; `nil` where the host does
    /// not have it.
    func table<Table: BitwiseCopyable>(_ id: String, as type: Table.Type) -> Table? { Self.table(id, of: pointer) }

    private static func table<Table: BitwiseCopyable>(_ id: String, of pointer: UnsafePointer<mayfly_host>) -> Table? {
        CallMemory.lending {
            sized(sized(pointer, as: mayfly_host.self)?.ability?(pointer, $0.text(id)), as: Table.self)
        }
    }

    /// Replaces the view by a card. If the host refuses it, the view does not change and the log has the reason.
    public func present(_ card: Card) {
        report(CallMemory.lending { view.present_view?(pointer, $0.text(card.json)) }, "present a card")
    }

    /// Requests another style, which the user can change again. Before the view has appeared the request is delayed
    /// (D-07).
    public func requestPresentationStyle(_ style: PresentationStyle) {
        report(conversation.request_presentation_style?(pointer, style.rawValue), "request a presentation style")
    }

    /// Closes the extension after all earlier calls are executed. The process ends soon after it (C-040).
    public func dismiss() {
        report(conversation.dismiss?(pointer), "dismiss the extension")
    }

    /// Replaces the view by a grid of stickers, which the host reads from ``MessageExtension/stickerCount`` and
    /// ``MessageExtension/sticker(at:)``.
    public func presentStickerBrowser(size: StickerSize = .regular) {
        report(stickers.present_sticker_browser?(pointer, size.rawValue), "present the sticker browser")
    }

    /// Makes the host read all stickers again.
    public func reloadStickers() {
        report(stickers.reload_stickers?(pointer), "reload the stickers")
    }

    /// Writes one line to the log of the extension. It is cut after 4,096 bytes.
    public func log(_ line: String, level: LogLevel = .info) {
        CallMemory.lending { _ = logs.log?(pointer, level.rawValue, $0.text(line)) }
    }

    /// Answers a request for a sticker during the callback; `nil` leaves the cell empty (C-239).
    func supply(_ sticker: Sticker?, at index: UInt32) {
        let code = CallMemory.lending { memory in
            var copy: UnsafePointer<mayfly_sticker>?
            if let sticker { copy = memory.sticker(sticker) }
            return stickers.supply_sticker?(pointer, index, copy)
        }
        report(code, "supply sticker \(index)")
    }

    /// The path of the private folder; `nil` where the host has no storage. The first call asks for the length; the
    /// second is repeated once if the path became longer.
    var privateFolder: String? {
        guard let read = storage.private_folder else { return nil }
        var capacity = read(pointer, nil, 0)
        for _ in 0..<2 {
            guard let count = Int(exactly: capacity), (1...65_536).contains(count) else { return nil }
            var length: UInt64 = 0
            let path = String(unsafeUninitializedCapacity: count) { buffer in
                length = buffer.withMemoryRebound(to: CChar.self) { read(pointer, $0.baseAddress, UInt64(count)) }
                return length <= UInt64(count) ? Int(length) : 0
            }
            if length <= UInt64(count) { return path.isEmpty ? nil : path }
            capacity = length
        }
        return nil
    }

    /// Logs a refusal. `nil` means that the host does not have the function.
    private func report(_ code: Int32?, _ attempt: String) {
        switch code {
        case MAYFLY_OK.rawValue?: break
        case let code?: log("The host refused to \(attempt): error \(code)", level: .warning)
        case nil: log("This host cannot \(attempt)", level: .warning)
        }
    }
}

extension HostConnection {
    /// Requests more time to resign. Call it inside ``MessageExtension/willResignActive(with:)`` or
    /// ``MessageExtension/didResignActive(with:)``, before the work that needs the time.
    ///
    /// The reason is shown to the user: one short line such as "saving the game". By default a launch can request two
    /// seconds in total. A larger request is reduced to the remaining time; when none remains the error is
    /// ``MessageError/Code/limitExceeded``. Throws when the host does not support the call.
    public func requestMoreTime(
        milliseconds: Int,
        reason: String,
        completion: Conversation.Completion? = nil
    ) throws(MessageError) {
        try perform("extend", Pending.calls, Pending.answerCall, completion) { memory, answer, context in
            let time = UInt32(clamping: milliseconds)
            return moreTime.extend?(pointer, memory.text(reason), time, answer, context)
        }
    }
}

extension HostConnection {
    /// Makes one call. The completion is stored under a context, and removed if the host refuses the call. `answer` is
    /// the C function that the host calls. `call` returns `nil` when the host does not have the function.
    func perform<Answer, Function>(
        _ function: StaticString,
        _ pending: borrowing Completions<Answer>,
        _ answer: Function,
        _ completion: (@Sendable (Answer) -> Void)?,
        domain: MessageError.Domain = .messages,
        _ call: (inout CallMemory, Function?, UnsafeMutableRawPointer?) -> Int32?
    ) throws(MessageError) {
        var memory = CallMemory()
        var context: UnsafeMutableRawPointer?
        if let completion { context = pending.add(completion) }
        let code = call(&memory, completion == nil ? nil : answer, context)
        guard code != MAYFLY_OK.rawValue else { return }
        _ = pending.take(context)
        guard let code else {
            throw MessageError(.unknown, domain: domain, message: "This host has no \(function)")
        }
        throw MessageError(.init(rawValue: code), domain: domain, message: "The host refused \(function)")
    }
}

/// The severity of a line of the extension's log.
public enum LogLevel: Int32, Sendable {
    /// Details for debugging.
    case debug = 0
    /// Ordinary events.
    case info = 1
    /// Unexpected events without a failure.
    case warning = 2
    /// Failures.
    case error = 3
}
