internal import MayflyABI
internal import MayflyBundles
internal import MayflyLinux
internal import MayflyModel
internal import MayflyWorkers
internal import Synchronization

/// How long the callbacks of a launch took, from the moment at which the host sends one to the moment at which it has the answer.
///
/// What the host enforces its deadlines by depends on what else the machine does. So the time is taken off for which the first thread
/// of the worker, or the thread of the host, could have run and waited for a processor. The wait between two callbacks counts for none.
final class CallbackTimes: LaunchWatcher {
    struct Entry: Sendable {
        /// The name that the host's events have.
        let name: String
        let duration: Duration
    }

    private struct Running {
        let name: String
        let begun: Int64
        let waits: (worker: Duration, host: Duration)
    }

    private struct State {
        var launches = 0
        var worker: Int32?
        var running: Running?
        var entries: [Entry] = []
        var callbacks = CallbackSet()
        /// How long the worker has waited for a processor when the last callback of its launch had returned.
        var waitOfLaunch = Duration.zero
    }

    private static let mostEntries = 4000
    private static let callbacksOfLaunch: Set<String> = [
        "viewDidLoad", "willBecomeActive", "didBecomeActive", "viewWillAppear", "viewDidAppear",
    ]
    private let state = Mutex(State())

    func watch(_ bundle: ExtensionBundle, _ request: LaunchRequest) -> (any FrameWatcher)? {
        state.withLock { state in
            state = State(launches: state.launches + 1)
            return Launch(times: self, number: state.launches)
        }
    }

    /// The process of the launch that has begun last.
    func note(launched process: Int32) { state.withLock { $0.worker = ProcessStatus.worker(of: process) } }

    /// The callbacks of the last launch, in their order; the first ones of a flood.
    var entries: [Entry] { state.withLock { $0.entries } }

    /// The callbacks that the extension of the last launch has.
    var callbacks: CallbackSet { state.withLock { $0.callbacks } }

    /// What the worker of the last launch waited for a processor until it was on screen.
    var waitOfLaunch: Duration { state.withLock { $0.waitOfLaunch } }

    private struct Launch: FrameWatcher {
        let times: CallbackTimes
        let number: Int

        func take(_ event: FrameEvent, at microseconds: Int64) { times.take(event, of: number, at: microseconds) }
    }

    private func take(_ event: FrameEvent, of launch: Int, at microseconds: Int64) {
        state.withLock { state in
            guard launch == state.launches else { return }
            switch event {
            case .sent(let bytes):
                guard let frame = try? Frame(body: Array(bytes.dropFirst(Frame.lengthBytes))), frame.kind == .callback,
                    let name = Table.function(frame.function)?.name
                else { return }
                state.running = Running(name: name, begun: microseconds, waits: Self.waits(state))
            case .received(let frame) where frame.kind == .instanceMade:
                let bits = (try? Table.instanceMade.value(of: frame.payload))?["callbacks"].unsigned ?? 0
                state.callbacks = CallbackSet(bits: bits)
            case .received(let frame) where frame.kind == .returned: Self.end(&state, at: microseconds)
            case .received: return
            // A callback that did not return has none.
            case .ended: state.running = nil
            }
        }
    }

    private static func end(_ state: inout State, at microseconds: Int64) {
        guard let running = state.running else { return }
        state.running = nil
        let waits = waits(state)
        if callbacksOfLaunch.contains(running.name) { state.waitOfLaunch = waits.worker }
        let waited = (waits.worker - running.waits.worker) + (waits.host - running.waits.host)
        guard state.entries.count < mostEntries else { return }
        let duration = max(.zero, .microseconds(microseconds - running.begun) - waited)
        state.entries.append(Entry(name: running.name, duration: duration))
    }

    private static func waits(_ state: State) -> (worker: Duration, host: Duration) {
        (
            state.worker.flatMap(ProcessVitals.waitForProcessor) ?? .zero,
            ProcessVitals.ownWaitForProcessor ?? .zero
        )
    }
}
