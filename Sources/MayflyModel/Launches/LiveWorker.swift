/// A running worker of any host that uses the home folder.
public struct LiveWorker: Sendable, Hashable, Identifiable {
    /// The phase of its life. The raw values are stable.
    public enum State: String, Sendable, Hashable, Codable {
        /// `viewDidAppear` has not returned yet.
        case launching
        /// It is on screen, or its closing callbacks run.
        case active
        /// Its extension has resigned; it is frozen.
        case lingering
    }

    /// The number of the launch, which its receipt keeps.
    public let id: Int
    /// The process id, for people to read. In a container it is the number in the container's PID namespace.
    public let process: Int32
    /// The extension that runs in it.
    public let extensionID: ExtensionID
    /// The extension's name in its manifest.
    public let name: String
    /// The name of the device.
    public let device: String
    /// The name of the conversation.
    public let conversation: String
    /// When the launch began.
    public let launched: Timestamp
    /// The phase of its life.
    public let state: State
    /// Private memory in KiB; nil for a worker in another PID namespace, whose process is not visible here.
    public let memoryKiB: Int?
    /// Processor time in microseconds; nil in the same case.
    public let cpuMicroseconds: Int64?

    package init(
        id: Int,
        process: Int32,
        extensionID: ExtensionID,
        name: String,
        device: String,
        conversation: String,
        launched: Timestamp,
        state: State,
        memoryKiB: Int?,
        cpuMicroseconds: Int64?
    ) {
        self.id = id
        self.process = process
        self.extensionID = extensionID
        self.name = name
        self.device = device
        self.conversation = conversation
        self.launched = launched
        self.state = state
        self.memoryKiB = memoryKiB
        self.cpuMicroseconds = cpuMicroseconds
    }
}
