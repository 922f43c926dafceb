internal import Dispatch
internal import Glibc
internal import MayflyABI
package import MayflyBundles
internal import MayflyLinux
package import MayflyModel
package import MayflyWorkers
internal import Synchronization

/// Writes something about launches. It is called on one queue, which may wait for a disk.
package protocol LaunchWriter: AnyObject, Sendable {
    /// A launch begins.
    func begin(_ launch: LaunchFacts)
    /// Something happened in the launch of that number.
    func take(_ event: FrameEvent, of launch: Int, at microseconds: Int64)
    /// Everything has happened. Throws where something could not be written, or not all of it.
    ///
    /// - Parameter reason: why this writer was not told of everything; nil where it was.
    func finish(lacking reason: String?) throws(MayflyError)
}

/// Takes what happens in launches from the event loop to a queue on which it is written, so that the loop waits for no disk.
package final class LaunchJournal: LaunchWatcher {
    private struct State {
        var launches = 0
        /// The bytes of the frames that wait for the queue.
        var waiting = 0
        /// Why the rest is left out; nil while nothing is.
        var lacking: String?
    }

    /// The most bytes that wait for the queue. An extension can send frames faster than a disk takes them.
    package static let mostWaiting = 64 << 20

    private let writers: [any LaunchWriter]
    private let mostWaiting: Int
    private let mostLaunches: Int
    private let queue = DispatchQueue(label: "org.mayfly.journal", qos: .utility)
    private let state = Mutex(State())

    package init(
        _ writers: [any LaunchWriter],
        mostWaiting: Int = mostWaiting,
        mostLaunches: Int = RunBounds.launches.upperBound
    ) {
        self.writers = writers
        self.mostWaiting = mostWaiting
        self.mostLaunches = mostLaunches
    }

    package func watch(_ bundle: ExtensionBundle, _ request: LaunchRequest) -> (any FrameWatcher)? {
        guard let number = begin() else { return nil }
        let facts = LaunchFacts(
            number: number,
            id: bundle.id,
            version: "\(bundle.manifest.version)",
            style: request.style,
            locale: request.locale,
            places: .init(
                bundle: request.bundleFolder,
                privateFolder: request.privateFolder,
                received: request.receivedFolder
            ),
            // The worker takes the other one.
            library: fcntl(request.library, F_DUPFD_CLOEXEC, 3)
        )
        queue.sync {
            for writer in writers { writer.begin(facts) }
            if facts.library >= 0 { close(facts.library) }
        }
        return Launch(journal: self, number: number)
    }

    /// The number of a new launch; nil where a run has no more of them.
    private func begin() -> Int? {
        state.withLock { state in
            guard state.launches < mostLaunches else {
                state.lacking = state.lacking ?? "a run has at most \(mostLaunches) launches"
                return nil
            }
            state.launches += 1
            return state.launches
        }
    }

    /// Waits until everything is written. Call it when no launch runs any more. Gives what could not be written.
    package func finish() -> [MayflyError] {
        var problems: [MayflyError] = []
        queue.sync {
            let reason = state.withLock(\.lacking)
            for writer in writers {
                do throws(MayflyError) { try writer.finish(lacking: reason) } catch { problems.append(error) }
            }
        }
        return problems
    }

    /// One launch.
    private struct Launch: FrameWatcher {
        let journal: LaunchJournal
        let number: Int

        func take(_ event: FrameEvent, at microseconds: Int64) { journal.take(event, of: number, at: microseconds) }
    }

    private func take(_ event: FrameEvent, of launch: Int, at microseconds: Int64) {
        let size = Self.size(of: event)
        let fits = state.withLock { state in
            if state.waiting + size > mostWaiting, state.lacking == nil {
                state.lacking = "more than \(mostWaiting) bytes waited for the disk"
            }
            // Without one of its frames, the rest of a run means nothing.
            guard state.lacking == nil else { return false }
            state.waiting += size
            return true
        }
        guard fits else { return }
        queue.async { [self] in
            for writer in writers { writer.take(event, of: launch, at: microseconds) }
            state.withLock { $0.waiting -= size }
        }
    }

    private static func size(of event: FrameEvent) -> Int {
        switch event {
        case .sent(let bytes): bytes.count + 64
        case .received(let frame): frame.payload.count + 64
        case .ended: 0
        }
    }
}
