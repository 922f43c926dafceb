public import MayflyModel
internal import Synchronization

/// The events of a window as a sequence, for the loop of an app's main actor:
/// `openWindow(on:observer: events.observer)`.
///
/// Of a reader that does not keep up, the oldest events are dropped, so that neither their number nor their memory grows without end,
/// and the loop ends with an error that says how many: the app reads the present state of the window and begins a new loop. One reader
/// at a time.
public struct HostEvents: AsyncSequence, Sendable {
    private let buffer: Buffer

    /// - Parameters:
    ///   - most: how many events are kept that were not read.
    ///   - bytes: how much memory the host reckons that these hold at most. The newest event is kept, however large it is.
    public init(keeping most: Int = 4096, bytes: Int = 32 << 20) {
        buffer = Buffer(RecentQueue(mostElements: most, mostBytes: bytes))
    }

    /// Takes the events of a window.
    public var observer: @Sendable (HostEvent) -> Void { { [buffer] in buffer.add($0) } }

    /// Ends the sequence when its events are read.
    public func finish() { buffer.finish() }

    /// For `for try await`.
    public func makeAsyncIterator() -> Iterator { Iterator(buffer: buffer) }

    /// Reads one event after the other.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let buffer: Buffer

        /// The next event; nil at the end, and when the task is cancelled.
        ///
        /// - Throws: `.eventsLost` where events were dropped since the last call.
        public mutating func next() async throws(MayflyError) -> HostEvent? { try await buffer.next() }
    }

    fileprivate final class Buffer: Sendable {
        private struct State {
            var events: RecentQueue<HostEvent>
            var lost = 0
            var isFinished = false
            var reader: CheckedContinuation<Void, Never>?
        }

        private let state: Mutex<State>

        init(_ events: RecentQueue<HostEvent>) { state = Mutex(State(events: events)) }

        func add(_ event: HostEvent) {
            let bytes = event.heldBytes
            wake { state in
                guard !state.isFinished else { return }
                state.lost += state.events.append(event, bytes: bytes)
            }
        }

        func finish() { wake { $0.isFinished = true } }

        private func wake(_ change: (inout State) -> Void) {
            let reader = state.withLock { state in
                change(&state)
                return state.reader.take()
            }
            reader?.resume()
        }

        func next() async throws(MayflyError) -> HostEvent? {
            while !Task.isCancelled {
                let (event, lost, isOver) = state.withLock { state in
                    defer { state.lost = 0 }
                    guard state.lost == 0 else { return (nil as HostEvent?, state.lost, false) }
                    return (state.events.popFirst(), 0, state.isFinished)
                }
                if lost > 0 { throw MayflyError(.eventsLost, "\(lost) events were dropped before they were read") }
                if let event { return event }
                if isOver { return nil }
                await wait()
            }
            return nil
        }

        private func wait() async {
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let isDue = state.withLock { state in
                        let isDue = !state.events.isEmpty || state.isFinished || state.lost > 0 || Task.isCancelled
                        if !isDue { state.reader = continuation }
                        return isDue
                    }
                    if isDue { continuation.resume() }
                }
            } onCancel: {
                wake { _ in }
            }
        }
    }
}
