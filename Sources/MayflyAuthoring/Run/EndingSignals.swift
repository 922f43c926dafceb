internal import Dispatch
internal import Glibc
internal import Synchronization

/// The signals that end a command, for one that first ends the programs that it has started. They do nothing else until `stop`.
package final class EndingSignals {
    private static let queue = DispatchQueue(label: "mayfly.ending")

    private let numbers: [Int32]
    private let sources: [any DispatchSourceSignal]
    private let received: Received

    private final class Received: Sendable {
        let numbers = Mutex<[Int32]>([])
    }

    package init() {
        // A program that was started to live on without its terminal ignores SIGHUP (nohup(1)).
        numbers = [SIGINT, SIGTERM, SIGHUP, SIGQUIT].filter { !Self.ignore($0) || $0 != SIGHUP }
        let received = Received()
        let registration = DispatchGroup()
        sources = numbers.map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: Self.queue)
            registration.enter()
            source.setRegistrationHandler { registration.leave() }
            source.setEventHandler { received.numbers.withLock { $0.append(number) } }
            source.resume()
            return source
        }
        self.received = received
        // A signal is ignored, and so lost, until another thread has registered its source.
        registration.wait()
    }

    /// The signal that came first; nil before one has come.
    package var first: Int32? { received.numbers.withLock { $0.first } }

    /// Whether a second one has come: what still runs is to end at once.
    package var isUrgent: Bool { received.numbers.withLock { $0.count > 1 } }

    /// The signals have their default actions from now on.
    package func stop() {
        for source in sources { source.cancel() }
        for number in numbers { signal(number, SIG_DFL) }
    }

    /// Ignores the signal. True if it was ignored before.
    private static func ignore(_ number: Int32) -> Bool {
        unsafeBitCast(signal(number, SIG_IGN), to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
