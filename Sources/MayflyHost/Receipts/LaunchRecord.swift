internal import MayflyModel

/// What is known of one launch at a moment: a row of `mayfly ps` while it lives, a receipt afterwards.
struct LaunchRecord: Sendable {
    /// How it ended, and when that was noticed.
    struct Ending: Sendable {
        let end: WorkerEnd
        let at: Timestamp
    }

    /// Tells launches of one window apart.
    let launch: Int
    let extensionID: ExtensionID
    let name: String
    let device: String
    let conversation: String
    let launched: Timestamp
    var process: Int32?
    var state = LiveWorker.State.launching
    var missingLayers: [SandboxLayer] = []
    var ending: Ending?
}
