/// The error of the public interface: a code for programs and a message for people.
///
/// The message names the object, the rule and the value.
public struct MayflyError: Error, Sendable, CustomStringConvertible {
    /// Which kind of failure this is; compare it with `==`.
    public let code: Code
    /// One line for a person, without a full stop.
    public let message: String
    /// The underlying error; nil when there is none.
    public let cause: (any Error)?

    /// `message` is one line without a full stop; text of others in it went through `SafeText`.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    public var description: String { message }
}

extension MayflyError {
    /// What was begun is not wanted any more, and was given up.
    package static let stopped = MayflyError(
        .notPossibleNow,
        "it was stopped before its end",
        cause: CancellationError()
    )
}

extension MayflyError {
    /// A kind of failure, with a name that is the same in all releases.
    ///
    /// A struct over a private enum, so that a later release can add kinds without breaking a `switch` in an embedder.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Name: String, CaseIterable {
            case invalidBundle, invalidManifest, invalidPack, libraryMissing, invalidLibrary, loadFailed
            case unknownExtension, unknownDevice, unknownConversation, unknownMessage, unknownControl
            case alreadyExists, invalidName, invalidInput, invalidScript, invalidView
            case notPossibleNow, notAsShown, eventsLost
            case untrusted, unreachable
            case extensionCrashed, extensionUnresponsive, protocolViolation, launchFailed, resting
            case store, files, internalFault
        }

        private let name: Name

        /// All kinds.
        package static let all = Name.allCases.map { Code(name: $0) }

        /// The stable name, such as `invalidManifest`.
        public var description: String { name.rawValue }

        /// A bundle folder that breaks a rule of its layout.
        public static let invalidBundle = Code(name: .invalidBundle)
        /// A `manifest.json` that is missing, is not JSON or breaks a rule.
        public static let invalidManifest = Code(name: .invalidManifest)
        /// A sticker pack whose catalogue or pictures break a rule.
        public static let invalidPack = Code(name: .invalidPack)
        /// The bundle has no library for this operating system and processor.
        public static let libraryMissing = Code(name: .libraryMissing)
        /// The library is not a shared object that this machine can open.
        public static let invalidLibrary = Code(name: .invalidLibrary)
        /// The library could not be opened, or refused to work with this host.
        public static let loadFailed = Code(name: .loadFailed)
        /// No extension has this id or name.
        public static let unknownExtension = Code(name: .unknownExtension)
        /// No device has this name or identifier.
        public static let unknownDevice = Code(name: .unknownDevice)
        /// No conversation has this name or identifier, or the device is not a member.
        public static let unknownConversation = Code(name: .unknownConversation)
        /// The transcript has no message of this number or identifier.
        public static let unknownMessage = Code(name: .unknownMessage)
        /// The view has no control of this number or id.
        public static let unknownControl = Code(name: .unknownControl)
        /// The name is in use.
        public static let alreadyExists = Code(name: .alreadyExists)
        /// A name that breaks the rule for such names.
        public static let invalidName = Code(name: .invalidName)
        /// An argument that breaks a rule.
        public static let invalidInput = Code(name: .invalidInput)
        /// A line of a script that is not understood.
        public static let invalidScript = Code(name: .invalidScript)
        /// A view that is not an Adaptive Card the host can draw.
        public static let invalidView = Code(name: .invalidView)
        /// The current state does not allow the action, such as sending an empty input field.
        public static let notPossibleNow = Code(name: .notPossibleNow)
        /// What the person acted on is not what was shown to them, or was shown too short a time. It is shown now.
        public static let notAsShown = Code(name: .notAsShown)
        /// Events of a window were dropped, because they were not read in time.
        public static let eventsLost = Code(name: .eventsLost)
        /// A file of an extension store that cannot be verified: by its signature, version, expiry, size or hash.
        public static let untrusted = Code(name: .untrusted)
        /// A server that gives no answer, or not the file that was asked for.
        public static let unreachable = Code(name: .unreachable)
        /// The worker ended by a signal or exited by itself.
        public static let extensionCrashed = Code(name: .extensionCrashed)
        /// A callback or the launch overran its deadline.
        public static let extensionUnresponsive = Code(name: .extensionUnresponsive)
        /// The worker sent something that is not in the protocol.
        public static let protocolViolation = Code(name: .protocolViolation)
        /// The worker process could not be started.
        public static let launchFailed = Code(name: .launchFailed)
        /// The extension failed repeatedly and is not launched for a while.
        public static let resting = Code(name: .resting)
        /// The database reported an error, is damaged, or belongs to another program.
        public static let store = Code(name: .store)
        /// The file system reported an error.
        public static let files = Code(name: .files)
        /// An internal check of the host failed. It is always a defect of the host.
        public static let internalFault = Code(name: .internalFault)
    }
}
