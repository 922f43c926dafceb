/// The numbers that an extension sees when a conversation call or a sticker is refused (model 2.2, C-276).
///
/// Numbers up to 11 are those of the model; the host's own begin at 1000 (D-02).
public enum MessageErrorCode: Int32, Sendable, Codable, CaseIterable {
    /// Any failure that has no number of its own.
    case unknown = -1
    /// The file does not exist.
    case fileNotFound = 1
    /// The file cannot be read, or is outside of the folders that the extension may use.
    case fileUnreadable = 2
    /// The content of the file is of a type that is not allowed here.
    case improperFileType = 3
    /// The reference is neither an absolute path nor a `file` URL.
    case improperFileURL = 4
    /// The size of a sticker file cannot be determined.
    case stickerImproperAttributes = 5
    /// The sticker file has too many bytes.
    case stickerImproperSize = 6
    /// The sticker file is not a valid picture.
    case stickerImproperFormat = 7
    /// The URL has more than 5,000 characters (C-114).
    case urlExceedsMaxSize = 8
    /// The user has not touched the view since the launch or the last direct send.
    case sendWithoutRecentInteraction = 9
    /// The extension is not visible.
    case sendWhileNotVisible = 10
    /// The current presentation style does not allow the call.
    case apiUnavailableInPresentationContext = 11
    /// Sending without the input field is switched off (C-144).
    case directSendDisabled = 1000
    /// The extension is not active in a conversation.
    case notActive = 1001
    /// The URL has a scheme other than http, https and data.
    case unsupportedURLScheme = 1002
    /// The message has neither a URL nor a layout.
    case invalidMessage = 1003
    /// The process of the extension ended before the call was answered.
    case workerGone = 1004
    /// A value that breaks a rule of its type: not UTF-8, a missing pointer, an enum number that does not exist.
    case invalidArgument = 1005
    /// A host handle that this worker was not given.
    case invalidHandle = 1006
    /// More bytes, items or outstanding calls than the host allows.
    case limitExceeded = 1007
    /// The function may not be called from this thread.
    case wrongThread = 1008
    /// No message is selected, or the selected one has no session.
    case noSession = 1009
    /// The stored version is not the expected one.
    case versionConflict = 1010
    /// The largest number of stored values, or of bytes of files that nobody has sent, is reached.
    case quotaExceeded = 1011
    /// No answer came in time. The call may have taken effect.
    case timedOut = 1012
    /// The manifest does not ask for the permission that the call needs (C-273).
    case notDeclared = 1013
    /// The person has not granted the permission that the call needs.
    case notPermitted = 1014
    /// The person is asked only just after they touched the view of the extension.
    case withoutTouch = 1015
    /// The machine or the server does not have what the call is for.
    case unavailable = 1016
}

/// The refusal of a call: its number, and one line that names the item, the rule and the value.
public struct MessageError: Error, Sendable, Hashable, Codable, CustomStringConvertible {
    /// Which of the two error domains of the model the number belongs to (model 2.2).
    public enum Domain: Int32, Sendable, Codable {
        /// Calls about messages, text and attachments.
        case messages = 0
        /// Calls about stickers.
        case stickers = 1
    }

    /// The domain that `code` belongs to.
    public let domain: Domain
    /// The number that the extension gets.
    public let code: MessageErrorCode
    /// One line in English without a full stop.
    public let message: String

    /// `message` is one line without a full stop; text of others in it went through `SafeText`.
    public init(_ code: MessageErrorCode, _ message: String, domain: Domain = .messages) {
        self.domain = domain
        self.code = code
        self.message = message
    }

    public var description: String { "\(message) (error \(code.rawValue))" }
}
