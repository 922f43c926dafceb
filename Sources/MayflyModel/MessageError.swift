/// The numbers that an extension sees when a conversation call or a sticker is refused (model 2.2, C-276).
///
/// Numbers up to 11 are those of the model; the host's own begin at 1000 (D-02).
public enum MessageErrorCode: Int32, Sendable, Codable, CaseIterable {
    case unknown = -1
    case fileNotFound = 1
    case fileUnreadable = 2
    case improperFileType = 3
    case improperFileURL = 4
    case stickerImproperAttributes = 5
    case stickerImproperSize = 6
    case stickerImproperFormat = 7
    case urlExceedsMaxSize = 8
    case sendWithoutRecentInteraction = 9
    case sendWhileNotVisible = 10
    case apiUnavailableInPresentationContext = 11
    case directSendDisabled = 1000
    case notActive = 1001
    case unsupportedURLScheme = 1002
    case invalidMessage = 1003
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
    /// What was to be replaced is not what stands there any more.
    case versionConflict = 1010
    /// As many things are kept already as may be.
    case quotaExceeded = 1011
    /// No answer came in time; what was asked for may have happened or not.
    case timedOut = 1012
}

/// A refusal with its number and one line that names the item, the rule and the value.
public struct MessageError: Error, Sendable, Hashable, Codable, CustomStringConvertible {
    /// Which of the two error domains of the model the number belongs to (model 2.2).
    public enum Domain: Int32, Sendable, Codable {
        case messages = 0
        case stickers = 1
    }

    public let domain: Domain
    public let code: MessageErrorCode
    public let message: String

    public init(_ code: MessageErrorCode, _ message: String, domain: Domain = .messages) {
        self.domain = domain
        self.code = code
        self.message = message
    }

    public var description: String { "\(message) (error \(code.rawValue))" }
}
