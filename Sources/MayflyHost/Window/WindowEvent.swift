internal import MayflyModel

/// One event of a window's queue.
enum WindowEvent: Sendable {
    /// The person did something; the continuation is resumed when all that follows from it is done.
    case act(UserAction, WindowQueue.Waiter)
    /// A worker reports, or a call of its extension has its answer.
    case session(SessionEvent)
    /// The log of the conversation has grown, by a delivery or by another process.
    case logGrew
    /// A line for the log about the delivery of an extension's item.
    case deliveryNote(ExtensionID?, String)
}
