internal import MayflyABI
internal import MayflyModel
internal import MayflyWorkers

/// What happens to an extension session from outside, and comes through the window's queue.
enum SessionEvent: Sendable {
    /// The worker of that number reports.
    case worker(Int, WorkerEvent)
    /// A call whose answer takes time has its answer.
    case answered(OpenCall, CallAnswer)
    /// A call that waited for the person has its answer.
    case waited(OpenCall, CallAnswer)
    /// A call that waits for the person has them asked whether they pay.
    case wantsPayment(OpenCall, PaymentDesk.Request)
    /// The names of the functions in which a worker ended are found, or are not found in time.
    case named(LaunchRecord.Ending, RunningExtension)
}

/// A call that was accepted and is not answered yet.
struct OpenCall: Sendable {
    let call: Arguments
    /// The token of its completion; 0 for none.
    let completion: UInt64
    let source: RunningExtension
}
