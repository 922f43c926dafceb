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
    func finish() throws(MayflyError)
}

/// Takes what happens in launches from the event loop to a queue on which it is written, so that the loop waits for no disk.
package final class LaunchJournal: LaunchWatcher {
    private struct State {
        var launches = 0
        var begun: Moment?
        /// The bytes of the frames that wait for the queue.
        var waiting = 0
        /// Whether so many waited that the rest is left out.
        var isOverrun = false
    }

    /// The most bytes that wait for the queue. An extension can send frames faster than a disk takes them.
    package static let mostWaiting = 64 << 20

    private let writers: [any LaunchWriter]
    private let queue = DispatchQueue(label: "org.mayfly.journal", qos: .utility)
    private let state = Mutex(State())

    package init(_ writers: [any LaunchWriter]) { self.writers = writers }

    package func watch(
        _ bundle: ExtensionBundle,
        _ request: LaunchRequest,
        within policy: Policy
    ) -> (any FrameWatcher)? {
        let (number, begun) = state.withLock { state in
            state.launches += 1
            let begun = state.begun ?? .now
            state.begun = begun
            return (state.launches, begun.microseconds(to: .now))
        }
        let manifest = bundle.manifest
        let facts = LaunchFacts(
            number: number,
            begun: begun,
            id: bundle.id,
            version: "\(manifest.version)",
            libraryName: request.libraryName,
            style: request.style,
            locale: request.locale,
            limits: Dictionary(uniqueKeysWithValues: manifest.limits.map { ($0.key.rawValue, $0.value) }),
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

    /// Waits until everything is written. Call it when no launch runs any more. Gives what could not be written.
    package func finish() -> [MayflyError] {
        var problems: [MayflyError] = []
        queue.sync {
            for writer in writers {
                do throws(MayflyError) { try writer.finish() } catch { problems.append(error) }
            }
        }
        if state.withLock({ $0.isOverrun }) {
            problems.append(
                MayflyError(
                    .files,
                    "calls are left out: more than \(Self.mostWaiting) bytes waited for the disk of a trace or record"
                )
            )
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
            if state.waiting + size > Self.mostWaiting { state.isOverrun = true }
            // Without one of its frames, the rest of a run means nothing.
            guard !state.isOverrun else { return false }
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
