internal import MayflyABI
internal import MayflyBundles
internal import MayflyModel
internal import MayflyStore
internal import MayflyWorkers

/// An extension of a window with its worker, from the launch to the end of the process.
struct RunningExtension: Sendable {
    /// The number of its launch in the window: it tells this worker's reports from those of an earlier one.
    let number: Int
    let bundle: ExtensionBundle
    /// What stood at the path of the bundle at the launch.
    let standing: ExtensionBundle.Standing
    /// The install under which it was launched.
    let install: Install
    let worker: Worker
    let broker: Broker
    /// Where its calls wait whose answers take time.
    let calls: CallQueue
    /// Where its requests to servers wait.
    let requests: CallQueue
    /// How often it makes these.
    let requestRate: RequestRate
    /// How fast it reads what others have sent.
    let readingPace: ReadingPace
    /// What is kept of its launch.
    var record: LaunchRecord
    /// The host's policy, with the limits that the manifest lowers.
    let policy: Policy
    /// Its place in the count of live workers.
    let slot: LiveWorkers.Slot
    /// Keeps the files of its bundle, also where it is updated meanwhile; nil where the bundle is just being removed.
    let use: BundleUse?
    /// The library that was opened; nil where that cannot be told.
    let library: FileStamp?
    /// Whether a good end of this launch makes up for earlier failures.
    let isOnProbation: Bool
    /// The callbacks that the extension has; nil before it is opened.
    var callbacks: CallbackSet?
    /// The callback that runs.
    var callback: Callback?

    /// Whether another version is installed now, which may be somebody else's.
    var isReplaced: Bool { bundle.standing != standing }
}
