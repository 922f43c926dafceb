internal import MayflyBundles
internal import MayflyModel
internal import MayflyStore
internal import MayflyViews
internal import MayflyWorkers

/// What a window's one queue holds. Everything that changes a window goes through it, so its order is the truth.
enum WindowEvent {
    /// The person did something; the continuation is resumed when all that follows from it is done.
    case act(UserAction, CheckedContinuation<Void, any Error>)
    /// The worker of that number reports.
    case worker(Int, WorkerEvent)
    /// A call that took time has its answer.
    case answered(OpenCall, CallAnswer)
    /// The log of the conversation has grown, by a delivery or by another process.
    case logGrew
    /// Something about the delivery of an extension's item that is to be logged.
    case deliveryNote(ExtensionID?, String)
}

/// What a person can do in a window.
enum UserAction {
    case openExtension(ExtensionBundle)
    case tapBubble(Int)
    case tapControl(String)
    case input(id: String, value: String)
    case tapSticker(Int)
    case requestStyle(PresentationStyle)
    case swipe(SwipeDirection)
    case closeExtension
    case type(String)
    case replaceText(String)
    case removeFromField(Int)
    case clearField
    case placeSticker(Int, BubblePosition)
    case keep(Int)
    /// Looks at rows that are further up than the end of the transcript.
    case read(TranscriptPage)
    case send
    case cancelMessage
    /// Nothing: to wait until what is under way is done.
    case rest
    case shutDown
}
