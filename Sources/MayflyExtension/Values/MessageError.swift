/// The refusal or failure of a call.
public struct MessageError: Error, Hashable, Sendable {
    /// The domain of an error code.
    public enum Domain: Int32, Sendable {
        /// Messages, text and attachments.
        case messages = 0
        /// Stickers.
        case stickers = 1
    }

    /// The domain that `code` belongs to.
    public let domain: Domain
    /// The number of the error.
    public let code: Code
    /// One line in English that names the item, the rule and the value.
    public let message: String

    init(_ code: Code, domain: Domain = .messages, message: String) {
        self.domain = domain
        self.code = code
        self.message = message
    }
}

extension MessageError: CustomStringConvertible {
    /// The message and the number.
    public var description: String { "\(message) (\(domain) error \(code.rawValue))" }
}

extension MessageError {
    /// The number of an error (C-276). Treat a number that is not listed here like ``unknown``.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// Any failure that has no number of its own.
        public static let unknown = Code(rawValue: -1)
        /// The file does not exist.
        public static let fileNotFound = Code(rawValue: 1)
        /// The file cannot be read, or is outside of the folders that the extension may use.
        public static let fileUnreadable = Code(rawValue: 2)
        /// The content of the file is of a type that is not allowed here.
        public static let improperFileType = Code(rawValue: 3)
        /// The reference is neither an absolute path nor a `file` URL.
        public static let improperFileURL = Code(rawValue: 4)
        /// The size of a sticker file cannot be determined.
        public static let stickerImproperAttributes = Code(rawValue: 5)
        /// The sticker file has more than 500,000 bytes.
        public static let stickerImproperSize = Code(rawValue: 6)
        /// The sticker file is not a valid picture.
        public static let stickerImproperFormat = Code(rawValue: 7)
        /// The URL has more than 5,000 characters.
        public static let urlExceedsMaxSize = Code(rawValue: 8)
        /// The user has not touched the view since the launch or the last direct send.
        public static let sendWithoutRecentInteraction = Code(rawValue: 9)
        /// The extension is not visible.
        public static let sendWhileNotVisible = Code(rawValue: 10)
        /// The current presentation style does not allow the call.
        public static let apiUnavailableInPresentationContext = Code(rawValue: 11)
        /// Sending without the input field is disabled (C-144).
        public static let directSendDisabled = Code(rawValue: 1000)
        /// The call came before ``MessageExtension/willBecomeActive(with:)`` or after
        /// ``MessageExtension/willResignActive(with:)`` had returned.
        public static let notActive = Code(rawValue: 1001)
        /// The URL has a scheme other than `http`, `https` and `data`.
        public static let unsupportedURLScheme = Code(rawValue: 1002)
        /// The message has neither a URL nor a layout.
        public static let invalidMessage = Code(rawValue: 1003)
        /// The process of the extension ended before the call was answered.
        public static let workerGone = Code(rawValue: 1004)
        /// An argument is invalid, such as text that is not UTF-8.
        public static let invalidArgument = Code(rawValue: 1005)
        /// The host handle is not that of this instance.
        public static let invalidHandle = Code(rawValue: 1006)
        /// More bytes, items or open calls than the host allows.
        public static let limitExceeded = Code(rawValue: 1007)
        /// The function may not be called on this thread.
        public static let wrongThread = Code(rawValue: 1008)
        /// No message is selected, or the selected one has no session.
        public static let noSession = Code(rawValue: 1009)
        /// The state has another version than the expected one.
        public static let versionConflict = Code(rawValue: 1010)
        /// The largest number of stored values, or of bytes of files that nobody has sent, is reached.
        public static let quotaExceeded = Code(rawValue: 1011)
        /// No answer came in time. The call may have taken effect.
        public static let timedOut = Code(rawValue: 1012)
        /// The manifest does not ask for the permission that the call needs.
        public static let notDeclared = Code(rawValue: 1013)
        /// The person has not granted the permission that the call needs.
        public static let notPermitted = Code(rawValue: 1014)
        /// The person is asked only just after they touched the view of the extension.
        public static let withoutTouch = Code(rawValue: 1015)
        /// The machine or the server does not have what the call is for.
        public static let unavailable = Code(rawValue: 1016)

        /// The number in the C interface.
        public let rawValue: Int32

        /// Any number, also one that is not listed here.
        public init(rawValue: Int32) {
            self.rawValue = rawValue
        }
    }
}
