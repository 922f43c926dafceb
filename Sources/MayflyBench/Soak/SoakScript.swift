internal import MayflyBundles
internal import MayflyHost

/// One life: what is done to an extension, and the ends that it may come to.
struct SoakScript: Sendable {
    enum Act: Sendable {
        /// Asks it, and its answer is checked.
        case ask(Payload)
        /// Taps the action of that id.
        case tap(String)
        /// The person closes it.
        case close
        /// The host ends its process without asking.
        case kill
        /// Somebody else ends its process.
        case shoot
    }

    let bundle: ExtensionBundle
    /// Done one after the other, each when nothing is under way. After the last one its end is waited for.
    var acts: [Act]
    var pace = SoakPace.patient
    var ends: [ExpectedEnd]
    var mode = BenchStage.Mode.zygoteSandbox
    /// Whether its process is ended while it is launched.
    var isAbandoned = false
    /// Whether it finds an empty private folder.
    var isFresh = false
}
