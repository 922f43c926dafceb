/// A worker that runs now, in whatever program.
public struct LiveWorker: Sendable, Hashable, Identifiable {
    /// Where it stands. The raw values are stable.
    public enum State: String, Sendable, Hashable, Codable {
        /// It is not on screen yet.
        case launching
        /// It is on screen, or on its way from it.
        case active
        /// Its extension has resigned; it is frozen.
        case lingering
    }

    /// The number that its receipt will have.
    public let id: Int
    /// For people to read. In a container this number is the container's own.
    public let process: Int32
    public let extensionID: ExtensionID
    /// The extension's name in its manifest.
    public let name: String
    public let device: String
    public let conversation: String
    public let launched: Timestamp
    public let state: State
    /// Memory of its own, in KiB; nil where it runs in another PID namespace, from where its process cannot be seen.
    public let memoryKiB: Int?
    /// Processor time, in microseconds; nil in the same case.
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
