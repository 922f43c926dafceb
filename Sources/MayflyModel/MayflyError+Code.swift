extension MayflyError {
    /// A kind of failure, with a name that stays the same over all releases.
    ///
    /// A struct over a private enum, so that a later release can add kinds without breaking a `switch` of an embedder.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Name: String {
            case invalidBundle, invalidManifest, invalidPack, libraryMissing, invalidLibrary, loadFailed
            case unknownExtension, unknownDevice, unknownConversation, unknownMessage, unknownControl
            case alreadyExists, invalidName, invalidInput, invalidScript, invalidView, notPossibleNow
            case extensionCrashed, extensionUnresponsive, protocolViolation, launchFailed, resting
            case store, files, internalFault
        }

        private let name: Name

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
        public static let unknownExtension = Code(name: .unknownExtension)
        public static let unknownDevice = Code(name: .unknownDevice)
        public static let unknownConversation = Code(name: .unknownConversation)
        public static let unknownMessage = Code(name: .unknownMessage)
        /// The view has no control of this number or id.
        public static let unknownControl = Code(name: .unknownControl)
        public static let alreadyExists = Code(name: .alreadyExists)
        /// A name that breaks the rule for such names.
        public static let invalidName = Code(name: .invalidName)
        /// A value that breaks a rule of the place it was given to.
        public static let invalidInput = Code(name: .invalidInput)
        /// A line of a script that is not understood.
        public static let invalidScript = Code(name: .invalidScript)
        /// A view that is not an Adaptive Card the host can draw.
        public static let invalidView = Code(name: .invalidView)
        /// The act is known, but the state does not allow it, such as sending an empty input field.
        public static let notPossibleNow = Code(name: .notPossibleNow)
        public static let extensionCrashed = Code(name: .extensionCrashed)
        /// A callback or the launch overran its deadline.
        public static let extensionUnresponsive = Code(name: .extensionUnresponsive)
        /// The worker sent something that is not in the protocol.
        public static let protocolViolation = Code(name: .protocolViolation)
        /// The worker process could not be started.
        public static let launchFailed = Code(name: .launchFailed)
        /// The extension failed again and again, and is not launched for a while.
        public static let resting = Code(name: .resting)
        /// The database refused, or is not ours.
        public static let store = Code(name: .store)
        /// The file system refused.
        public static let files = Code(name: .files)
        /// A rule of the host's own was broken; always a defect worth a report.
        public static let internalFault = Code(name: .internalFault)
    }
}
