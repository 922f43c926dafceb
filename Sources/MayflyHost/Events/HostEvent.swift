public import MayflyModel
public import MayflyStore

/// What happened in a window, for its observer: a program that draws it, a log, a test.
///
/// Names of callbacks and calls are those of the model (`willBecomeActive`, `insertMessage`).
public enum HostEvent: Sendable {
    /// What a worker's process did.
    public enum ProcessStep: String, Sendable, CaseIterable {
        /// It was started.
        case spawned
        /// It has opened the library and waits for a debugger (`Policy.debugging`).
        case waiting
        /// The host has sent the signal that ends it.
        case killed
        /// It ended by a signal that was not the host's.
        case crashed
        /// It ended by itself.
        case exited
        /// It is gone: its exit status was collected, and it holds no resources.
        case reaped
    }

    /// How important a line of the log is; the numbers are those of the C interface.
    public enum LogLevel: Int32, Sendable {
        case debug = 0
        case info = 1
        case warning = 2
        case error = 3

        /// The name that users and traces see.
        public var name: String {
            switch self {
            case .debug: "debug"
            case .info: "info"
            case .warning: "warning"
            case .error: "error"
            }
        }
    }

    /// A worker's process was started, or took a step towards its end.
    case process(ExtensionID, ProcessStep, id: Int32?)
    /// A callback is called now, with these arguments.
    case callback(ExtensionID, name: String, arguments: JSONValue)
    /// A host function was called. The error refuses it; nil means that it was done.
    case call(ExtensionID, name: String, arguments: JSONValue, error: MessageError?)
    /// The input field changed.
    case draft(Draft)
    /// The transcript changed; its end as it is now.
    case transcript(TranscriptPage)
    /// The extension's view or its style changed.
    case view(ExtensionID, style: PresentationStyle, ExtensionView)
    /// The keyboard came up, or not, after an extension closed itself (K-06).
    case keyboard(isShown: Bool)
    /// The person tapped a message whose address, http or https, is to be opened in a browser (C-252, C-260). The address is as
    /// the sender of the message wrote it, and not trusted.
    case openURL(String)
    /// A message waits to be continued on another device of the person, was taken by one, or waits no more. Own are those that this
    /// window's device has offered; the others can be taken with `ConversationWindow.takeHandOff` while they are offered.
    case handOff(HandOff, isOwn: Bool)
    /// A line by an extension or about it; the identifier is nil where it concerns no extension.
    case log(ExtensionID?, LogLevel, String)
    /// The layers of the sandbox that were requested and do not hold for the worker that is started next, with the reasons.
    case unconfined(ExtensionID, missing: [SandboxLayer: String])
    /// The extension resigns, asked for more time and got it. The reason is in the words of the extension.
    case moreTime(ExtensionID, milliseconds: Int64, reason: String)
    /// The extension asks for a permission: `ConversationWindow.answer` takes the person's answer.
    case question(PermissionQuestion)
    /// The question of that number is not asked any more: the person has answered it, or nobody waits for the answer (nil).
    case questionOver(ExtensionID, number: Int, PermissionAnswer?)
    /// The person is to agree to a payment, or not: `ConversationWindow.answerPayment` takes the answer.
    case payment(PaymentSheet)
    /// The sheet of that number is not shown any more: the person has answered, or nobody waits for the answer (nil). Whether something
    /// was paid, only the provider says.
    case paymentOver(ExtensionID, number: Int, PaymentAnswer?)
    /// The extension asks for a picture in a window that provides them: `ConversationWindow.providePicture` takes it.
    case pictureRequest(PictureRequest)
    /// The request of that number is over: it was answered, or nobody waits for the picture any more. A camera is switched off now.
    case pictureRequestOver(ExtensionID, number: Int)
    /// How a worker's life ended.
    case receipt(ExtensionID, WorkerEnd)
}
