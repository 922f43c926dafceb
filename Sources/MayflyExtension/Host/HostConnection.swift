internal import CMayfly

/// The host, as far as an extension may reach it at any time and from any thread.
///
/// Capture it in a completion, which may not touch the ``MessageExtension`` itself.
public struct HostConnection: @unchecked Sendable {
    // Safe because the host's pointer and tables stay valid and unchanged until the process ends, and because the host
    // takes these calls on any thread.
    let pointer: UnsafePointer<mayfly_host>
    let conversation: mayfly_conversation_functions
    let sessionHistory: mayfly_session_history_functions
    let sessionState: mayfly_session_state_functions
    let moreTime: mayfly_more_time_functions
    private let views: mayfly_view_functions
    private let logs: mayfly_log_functions
    private let storage: mayfly_storage_functions
    private let stickers: mayfly_sticker_functions

    /// A table that the host lacks is as good as one without functions.
    init(_ pointer: UnsafePointer<mayfly_host>) {
        self.pointer = pointer
        let host = sized(pointer, as: mayfly_host.self)
        func table<Table: BitwiseCopyable>(_ id: String, as type: Table.Type, else none: Table) -> Table {
            CallMemory.lending { sized(host?.ability?(pointer, $0.text(id)), as: type) } ?? none
        }
        conversation = table(
            MAYFLY_CONVERSATION,
            as: mayfly_conversation_functions.self,
            else: mayfly_conversation_functions()
        )
        sessionHistory = table(
            MAYFLY_SESSION_HISTORY,
            as: mayfly_session_history_functions.self,
            else: mayfly_session_history_functions()
        )
        sessionState = table(
            MAYFLY_SESSION_STATE,
            as: mayfly_session_state_functions.self,
            else: mayfly_session_state_functions()
        )
        moreTime = table(MAYFLY_MORE_TIME, as: mayfly_more_time_functions.self, else: mayfly_more_time_functions())
        views = table(MAYFLY_VIEW, as: mayfly_view_functions.self, else: mayfly_view_functions())
        logs = table(MAYFLY_LOG, as: mayfly_log_functions.self, else: mayfly_log_functions())
        storage = table(MAYFLY_STORAGE, as: mayfly_storage_functions.self, else: mayfly_storage_functions())
        stickers = table(MAYFLY_STICKERS, as: mayfly_sticker_functions.self, else: mayfly_sticker_functions())
    }

    /// Shows a card in place of the view so far. If the host refuses it, the log says why and the view so far stays.
    public func present(_ card: Card) {
        report(CallMemory.lending { views.present_view?(pointer, $0.text(card.json)) }, "present a card")
    }

    /// Asks for another style; the person keeps the last word. Before the view has appeared the request waits (D-07).
    public func requestPresentationStyle(_ style: PresentationStyle) {
        report(conversation.request_presentation_style?(pointer, style.rawValue), "request a presentation style")
    }

    /// Closes the extension, after the calls that were made before. The process ends soon after (C-040).
    public func dismiss() {
        report(conversation.dismiss?(pointer), "dismiss the extension")
    }

    /// Shows a grid of stickers in place of the view; the host asks ``MessageExtension/stickerCount`` and
    /// ``MessageExtension/sticker(at:)`` for them.
    public func presentStickerBrowser(size: StickerSize = .regular) {
        report(stickers.present_sticker_browser?(pointer, size.rawValue), "present the sticker browser")
    }

    /// Asks for all stickers again.
    public func reloadStickers() {
        report(stickers.reload_stickers?(pointer), "reload the stickers")
    }

    /// Writes one line to the extension's log; more than 4,096 bytes are cut.
    public func log(_ line: String, level: LogLevel = .info) {
        CallMemory.lending { _ = logs.log?(pointer, level.rawValue, $0.text(line)) }
    }

    /// Answers a request for a sticker, from inside it; `nil` leaves the cell empty (C-239).
    func supply(_ sticker: Sticker?, at index: UInt32) {
        let code = CallMemory.lending { memory in
            var copy: UnsafePointer<mayfly_sticker>?
            if let sticker { copy = memory.sticker(sticker) }
            return stickers.supply_sticker?(pointer, index, copy)
        }
        report(code, "supply sticker \(index)")
    }

    /// Asks for the private folder's length first, then for the path; once more should it have grown in between.
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

    /// Says in the log what was refused. `nil` stands for a function that the host lacks.
    private func report(_ code: Int32?, _ attempt: String) {
        switch code {
        case MAYFLY_OK.rawValue?: break
        case let code?: log("The host refused to \(attempt): error \(code)", level: .warning)
        case nil: log("This host cannot \(attempt)", level: .warning)
        }
    }
}
