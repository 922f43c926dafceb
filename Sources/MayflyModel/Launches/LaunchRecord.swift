/// The current state of one launch: `mayfly ps` lists it while the worker lives, afterwards it is a receipt.
package struct LaunchRecord: Sendable {
    /// How it ended, and when the host saw that.
    package struct Ending: Sendable {
        package let end: WorkerEnd
        package let at: Timestamp

        package init(
            end: WorkerEnd,
            at: Timestamp
        ) {
            self.end = end
            self.at = at
        }
    }

    /// The number of the launch in its window.
    package let launch: Int
    package let extensionID: ExtensionID
    package let name: String
    package let device: String
    package let conversation: String
    package let launched: Timestamp
    package var process: Int32?
    package var state = LiveWorker.State.launching
    package var missingLayers: [SandboxLayer] = []
    package var ending: Ending?

    package init(
        launch: Int,
        extensionID: ExtensionID,
        name: String,
        device: String,
        conversation: String,
        launched: Timestamp,
        process: Int32? = nil,
        state: LiveWorker.State = .launching,
        missingLayers: [SandboxLayer] = [],
        ending: Ending? = nil
    ) {
        self.launch = launch
        self.extensionID = extensionID
        self.name = name
        self.device = device
        self.conversation = conversation
        self.launched = launched
        self.process = process
        self.state = state
        self.missingLayers = missingLayers
        self.ending = ending
    }
}
