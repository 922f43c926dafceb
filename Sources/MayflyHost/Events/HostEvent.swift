public import MayflyModel
public import MayflyStore

/// What happened in a window, for whoever watches: a face that draws, a log, a test.
///
/// Names of callbacks and calls are those of the model (`willBecomeActive`, `insertMessage`).
public enum HostEvent: Sendable {
    /// What a worker's process did.
    public enum ProcessStep: String, Sendable {
        case spawned
        /// The host has sent the signal that ends it.
        case killed
        /// It ended by a signal that was not the host's.
        case crashed
        /// It ended by itself.
        case exited
        /// It is gone, and nothing of it is left.
        case reaped
    }

    public enum LogLevel: Int32, Sendable {
        case debug = 0
        case info = 1
        case warning = 2
        case error = 3

        public var name: String {
            switch self {
            case .debug: "debug"
            case .info: "info"
            case .warning: "warning"
            case .error: "error"
            }
        }
    }

    case process(ExtensionID, ProcessStep, id: Int32?)
    /// A callback is called now.
    case callback(ExtensionID, name: String, arguments: JSONValue)
    /// A host function was called, and this is its answer; nil means that it was done.
    case call(ExtensionID, name: String, arguments: JSONValue, error: MessageError?)
    /// The input field changed.
    case draft(Draft)
    /// The transcript changed; its end as it is now.
    case transcript(TranscriptPage)
    /// What the extension shows changed, or the style did.
    case view(ExtensionID, style: PresentationStyle, ExtensionView)
    /// The keyboard came up, or not, after an extension closed itself (K-06).
    case keyboard(isShown: Bool)
    /// The person tapped a message whose address, http or https, is to be opened in a browser (C-252, C-260). It is as the
    /// message's sender wrote it.
    case openURL(String)
    /// A line of an extension's, or about it; nil where it concerns none.
    case log(ExtensionID?, LogLevel, String)
    /// Layers of the sandbox that do not hold for the worker that is started next, and why: those that were wanted.
    case unconfined(ExtensionID, missing: [SandboxLayer: String])
    /// The extension, which resigns, was given more time because it asked for it. The reason is its own words.
    case moreTime(ExtensionID, milliseconds: Int64, reason: String)
    /// How a worker's life ended.
    case receipt(ExtensionID, WorkerEnd)
}
