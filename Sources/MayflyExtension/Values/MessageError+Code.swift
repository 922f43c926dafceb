extension MessageError {
    /// The number of an error (C-276). One that is not listed here is to be treated like ``unknown``.
    public struct Code: RawRepresentable, Hashable, Sendable {
        public static let unknown = Code(rawValue: -1)
        public static let fileNotFound = Code(rawValue: 1)
        public static let fileUnreadable = Code(rawValue: 2)
        public static let improperFileType = Code(rawValue: 3)
        public static let improperFileURL = Code(rawValue: 4)
        public static let stickerImproperAttributes = Code(rawValue: 5)
        public static let stickerImproperSize = Code(rawValue: 6)
        public static let stickerImproperFormat = Code(rawValue: 7)
        /// The URL has more than 5,000 characters.
        public static let urlExceedsMaxSize = Code(rawValue: 8)
        /// The person has not touched the view since the launch or the last direct send.
        public static let sendWithoutRecentInteraction = Code(rawValue: 9)
        public static let sendWhileNotVisible = Code(rawValue: 10)
        public static let apiUnavailableInPresentationContext = Code(rawValue: 11)
        /// Direct send is off unless the host's owner allows it (C-144).
        public static let directSendDisabled = Code(rawValue: 1000)
        /// The call came before ``MessageExtension/willBecomeActive(with:)`` or after
        /// ``MessageExtension/willResignActive(with:)`` had returned.
        public static let notActive = Code(rawValue: 1001)
        public static let unsupportedURLScheme = Code(rawValue: 1002)
        /// The message has neither a URL nor a layout.
        public static let invalidMessage = Code(rawValue: 1003)
        public static let workerGone = Code(rawValue: 1004)
        public static let invalidArgument = Code(rawValue: 1005)
        public static let invalidHandle = Code(rawValue: 1006)
        /// More bytes or items than the host takes.
        public static let limitExceeded = Code(rawValue: 1007)
        public static let wrongThread = Code(rawValue: 1008)
        /// No message is selected, or the selected one has no session.
        public static let noSession = Code(rawValue: 1009)
        /// Somebody else has written meanwhile.
        public static let versionConflict = Code(rawValue: 1010)
        /// As many things are kept already as may be.
        public static let quotaExceeded = Code(rawValue: 1011)
        /// No answer came in time; what was asked for may have happened or not.
        public static let timedOut = Code(rawValue: 1012)

        public let rawValue: Int32

        public init(rawValue: Int32) {
            self.rawValue = rawValue
        }
    }
}
