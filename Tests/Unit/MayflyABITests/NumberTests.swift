import MayflyABI
import MayflyConformance
import MayflyModel
import Testing

/// The numbers of the model (2.1, 2.2), written out: a test that took them from the product could not see them change.
@Suite struct NumberTests {
    private let headers = Headers.read()

    @Test(.proves("C-276")) func errorCodesHaveTheirNumbers() throws {
        let numbers: [MessageErrorCode: Int32] = [
            .unknown: -1, .fileNotFound: 1, .fileUnreadable: 2, .improperFileType: 3, .improperFileURL: 4,
            .stickerImproperAttributes: 5, .stickerImproperSize: 6, .stickerImproperFormat: 7, .urlExceedsMaxSize: 8,
            .sendWithoutRecentInteraction: 9, .sendWhileNotVisible: 10, .apiUnavailableInPresentationContext: 11,
            .directSendDisabled: 1000, .notActive: 1001, .unsupportedURLScheme: 1002, .invalidMessage: 1003,
            .workerGone: 1004,
        ]
        for (code, number) in numbers { #expect(code.rawValue == number) }
        let constants = try headers.get().enums["mayfly_error_code"] ?? [:]
        #expect(
            constants.filter { $0.value <= 1004 } == [
                "MAYFLY_OK": 0, "MAYFLY_ERROR_UNKNOWN": -1, "MAYFLY_ERROR_FILE_NOT_FOUND": 1,
                "MAYFLY_ERROR_FILE_UNREADABLE": 2, "MAYFLY_ERROR_IMPROPER_FILE_TYPE": 3,
                "MAYFLY_ERROR_IMPROPER_FILE_URL": 4, "MAYFLY_ERROR_STICKER_IMPROPER_ATTRIBUTES": 5,
                "MAYFLY_ERROR_STICKER_IMPROPER_SIZE": 6, "MAYFLY_ERROR_STICKER_IMPROPER_FORMAT": 7,
                "MAYFLY_ERROR_URL_EXCEEDS_MAX_SIZE": 8, "MAYFLY_ERROR_SEND_WITHOUT_RECENT_INTERACTION": 9,
                "MAYFLY_ERROR_SEND_WHILE_NOT_VISIBLE": 10, "MAYFLY_ERROR_API_UNAVAILABLE_IN_PRESENTATION_CONTEXT": 11,
                "MAYFLY_ERROR_DIRECT_SEND_DISABLED": 1000, "MAYFLY_ERROR_NOT_ACTIVE": 1001,
                "MAYFLY_ERROR_UNSUPPORTED_URL_SCHEME": 1002, "MAYFLY_ERROR_INVALID_MESSAGE": 1003,
                "MAYFLY_ERROR_WORKER_GONE": 1004,
            ]
        )
    }

    @Test(.proves("C-277")) func enumerationsHaveTheirNumbers() throws {
        #expect([PresentationStyle.compact, .expanded, .transcript].map(\.rawValue) == [0, 1, 2])
        let enums = try headers.get().enums
        #expect(
            enums["mayfly_presentation_style"] == [
                "MAYFLY_STYLE_COMPACT": 0, "MAYFLY_STYLE_EXPANDED": 1, "MAYFLY_STYLE_TRANSCRIPT": 2,
            ]
        )
        #expect(enums["mayfly_presentation_context"] == ["MAYFLY_CONTEXT_MESSAGES": 0, "MAYFLY_CONTEXT_MEDIA": 1])
        #expect(
            enums["mayfly_sticker_size"] == [
                "MAYFLY_STICKER_SMALL": 0, "MAYFLY_STICKER_REGULAR": 1, "MAYFLY_STICKER_LARGE": 2,
            ]
        )
    }

    /// An extension learns only what callbacks and completions tell it: of all that it can call, these alone give anything back.
    @Test(.proves("C-118")) func noFunctionReadsTheFieldOrTheMessagesOfOthers() {
        let calls = Table.interfaces.filter { $0.side == .host }.flatMap(\.functions)
        let giving = calls.filter { call in call.parameters.contains { $0.type.isOutput } || !call.answersWithACode }
        #expect(Set(giving.map(\.name)) == ["makeSession", "privateFolder"])
        #expect(
            Set(calls.map(\.name).filter { $0.hasPrefix("insert") }) == [
                "insertMessage", "insertSticker", "insertText", "insertAttachment",
            ]
        )
        let answers = calls.compactMap { call in call.completion.map { (call.name, $0.given) } }
            .filter { !$0.1.isEmpty }
        // The messages are those of the session of the selected message, and the bytes those that the extension keeps there. The rest
        // comes from a server, or from the person at that moment.
        #expect(
            Dictionary(uniqueKeysWithValues: answers) == [
                "readSession": ["messages", "count", "has_older"], "getState": ["version", "bytes", "size"],
                "putState": ["version", "bytes", "size"],
                "choosePhoto": ["file"], "takePicture": ["file"], "listProducts": ["products", "product_count"],
                "ownedProducts": ["products", "product_count"], "buyProduct": ["outcome", "receipt", "receipt_size"],
                "requestPayment": ["outcome", "receipt", "receipt_size"],
                "readSettings": ["settings", "setting_count"],
                "fetch": ["status", "headers", "header_count", "body", "body_size"],
            ]
        )
        #expect(Table.completions.allSatisfy { $0.parameters.prefix(2).map(\.name) == ["context", "error"] })
    }
}

extension Function {
    /// The result says how the call went, and nothing else.
    fileprivate var answersWithACode: Bool { result == .int32 }

    /// What a completion is given besides the caller's own context and the error.
    fileprivate var given: [String] { parameters.map(\.name).filter { !["context", "error"].contains($0) } }
}

extension ABIType {
    fileprivate var isOutput: Bool {
        switch self {
        case .output, .buffer: true
        default: false
        }
    }
}
