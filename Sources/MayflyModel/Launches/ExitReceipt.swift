/// What is kept of one launch of an extension: of every launch, also of one that never came up.
public struct ExitReceipt: Sendable, Hashable, Codable, Identifiable {
    /// Counts the launches of a home folder, from 1. A number is never used again.
    public let id: Int
    public let extensionID: ExtensionID
    /// The extension's name in its manifest.
    public let name: String
    public let device: String
    public let conversation: String
    public let launched: Timestamp
    /// When the end was noticed; for `hostEnded` that is the next start of a host.
    public let ended: Timestamp
    public let end: WorkerEnd
    /// The layers of the sandbox that did not hold.
    public let missingLayers: [SandboxLayer]

    package init(
        id: Int,
        extensionID: ExtensionID,
        name: String,
        device: String,
        conversation: String,
        launched: Timestamp,
        ended: Timestamp,
        end: WorkerEnd,
        missingLayers: [SandboxLayer]
    ) {
        self.id = id
        self.extensionID = extensionID
        self.name = name
        self.device = device
        self.conversation = conversation
        self.launched = launched
        self.ended = ended
        self.end = end
        self.missingLayers = missingLayers
    }

    /// The end as one plain sentence; nil for one that nobody needs to be told of.
    public var sentence: String? { end.cause == .finished ? nil : end.failure(of: name).message }
}
