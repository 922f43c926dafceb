internal import MayflyBundles
internal import MayflyHost

/// The next task of one participant.
enum SoakVisit: Sendable {
    /// A run without a window.
    case life(SoakScript)
    /// A window is opened, these extensions are used in it, and it is closed. Workers linger after they resign.
    case window([ExtensionBundle])
    /// A window in which a faulty extension is used.
    case faultyWindow(SoakFault)
}
