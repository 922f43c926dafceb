internal import MayflyBundles
internal import MayflyHost

/// What one who takes part does next.
enum SoakVisit: Sendable {
    /// A life without a window.
    case life(SoakScript)
    /// A window is opened, these extensions are used in it, and it is closed. Who resigns lingers.
    case window([ExtensionBundle])
    /// A window in which a faulty extension is used.
    case faultyWindow(SoakFault)
}
