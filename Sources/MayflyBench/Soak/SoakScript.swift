internal import MayflyBundles
internal import MayflyHost

/// One run of an extension: the steps, and the ends that are allowed.
struct SoakScript: Sendable {
    enum Act: Sendable {
        /// Sends a request and checks the answer.
        case ask(Payload)
        /// Taps the action of that id.
        case tap(String)
        /// The person closes it.
        case close
        /// The host kills its process.
        case kill
        /// Another program kills its process.
        case shoot
    }

    let bundle: ExtensionBundle
    /// Runs in order, each step after the last has finished; then the run waits for the end.
    var acts: [Act]
    var pace = SoakPace.patient
    var ends: [ExpectedEnd]
    var mode = BenchStage.Mode.zygoteSandbox
    /// Whether its process is ended during the launch.
    var isAbandoned = false
    /// Whether its private folder is emptied first.
    var isFresh = false
}
