internal import MayflyABI
internal import MayflyBundles
internal import MayflyModel
internal import MayflyWorkers

/// The extension of a window that is launching, active or resigning.
struct RunningExtension: Sendable {
    /// Tells this worker's reports from those of an earlier one.
    let number: Int
    let bundle: ExtensionBundle
    let worker: Worker
    let broker: Broker
    /// Where its calls wait that are answered later.
    let lane: CallQueue
    /// What is kept of its launch.
    var record: LaunchRecord
    /// The host's, with the limits that the manifest lowers.
    let policy: Policy
    /// Its place among the workers that live.
    let place: LiveWorkers.Slot?
    /// The file that was opened; nil where it cannot be told.
    let library: FileStamp?
    /// Whether this launch can make up for failures of before.
    let isOnProbation: Bool
    /// Completions that were sent and have not returned.
    var completions = 0
    /// Whether the life cycle waits for the completions.
    var isDraining = false
    /// The callback that runs.
    var callback: Callback?
    /// The process id, for people.
    var processID: Int32?
}
