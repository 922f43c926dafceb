/// The record of one launch that has ended. Every launch has one, also one that failed to start.
public struct ExitReceipt: Sendable, Hashable, Codable, Identifiable {
    /// The number of the launch in its home folder, from 1; never reused.
    public let id: Int
    /// The extension that was launched.
    public let extensionID: ExtensionID
    /// The extension's name in its manifest.
    public let name: String
    /// The name of the device.
    public let device: String
    /// The name of the conversation.
    public let conversation: String
    /// When the launch began.
    public let launched: Timestamp
    /// When the host saw the end; for `hostEnded` the next start of a host.
    public let ended: Timestamp
    /// How the worker ended.
    public let end: WorkerEnd
    /// The sandbox layers that were not in effect.
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

    /// The end as one sentence for the user; nil for an ordinary end.
    public var sentence: String? { end.cause == .finished ? nil : end.failure(of: name).message }
}
