internal import Synchronization

/// The pictures that the last drawing waits for, and those of them that are being decoded: some at once, in the order of the drawing.
///
/// Safe to use from any thread.
final class PictureLoads<Key: Hashable & Sendable>: Sendable {
    typealias Load = @Sendable () async -> Void

    private struct State {
        /// What is asked for by the drawing that is being made.
        var asked: [(key: Key, load: Load)] = []
        /// What is not begun yet.
        var waiting: [(key: Key, load: Load)] = []
        var running: [Key: Task<Void, Never>] = [:]
    }

    /// How many are decoded at once. The host lets two of them take long.
    private let most = 4
    private let state = Mutex(State())
    private let (wakes, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    // MARK: Drawings

    /// A drawing begins.
    func begin() { state.withLock { $0.asked = [] } }

    /// The drawing waits for a picture.
    func ask(_ key: Key, _ load: @escaping Load) {
        state.withLock { state in
            if !state.asked.contains(where: { $0.key == key }) { state.asked.append((key, load)) }
        }
    }

    /// The drawing is made: nothing else is decoded any more.
    func end() {
        state.withLock { state in
            let keys = Set(state.asked.map(\.key))
            for (key, task) in state.running where !keys.contains(key) { task.cancel() }
            state.waiting = state.asked.filter { state.running[$0.key] == nil }
            state.asked = []
        }
        wake.yield()
    }

    // MARK: Decoding

    /// Decodes what drawings wait for until the task is cancelled.
    func run() async {
        for await _ in wakes { start() }
        let tasks = state.withLock { state in
            state.waiting = []
            return Array(state.running.values)
        }
        for task in tasks {
            task.cancel()
            await task.value
        }
    }

    private func start() {
        state.withLock { state in
            while state.running.count < most, !state.waiting.isEmpty {
                let (key, load) = state.waiting.removeFirst()
                state.running[key] = Task {
                    await load()
                    self.state.withLock { $0.running[key] = nil }
                    self.wake.yield()
                }
            }
        }
    }
}
