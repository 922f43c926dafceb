import Foundation
import Glibc
import MayflyModel
import MayflyWorkers
import Synchronization

/// Starts workers through another launcher and keeps every byte that the host writes to their sockets.
///
/// The worker gets a socket of the tap's instead of the host's; threads of its own carry the bytes from one to the other.
/// So nothing in the product knows of it.
final class WireTap: WorkerLauncher {
    private struct State {
        /// What was written, by socket.
        var sockets: [[UInt8]] = []
        /// How many sockets are still open.
        var open = 0
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let inner: any WorkerLauncher
    private let state = Mutex(State())

    init(_ inner: any WorkerLauncher) { self.inner = inner }

    /// What was written so far.
    var written: WireRecord { WireRecord(state.withLock(\.sockets)) }

    /// What was written to sockets that came after the first so many; of these, to the first `most`. A worker has two.
    func written(after count: Int, most: Int = .max) -> WireRecord {
        WireRecord(state.withLock { Array($0.sockets.dropFirst(count).prefix(most)) })
    }

    /// Returns when all sockets are closed: then all that was ever written to them is kept here.
    func waitUntilClosed() async {
        await withCheckedContinuation { waiter in
            let isClosed = state.withLock { state in
                if state.open > 0 { state.waiters.append(waiter) }
                return state.open == 0
            }
            if isClosed { waiter.resume() }
        }
    }

    private func noteEnd() {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.open -= 1
            guard state.open == 0 else { return [] }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    func missingLayers(for runtime: Runtime) async throws(MayflyError) -> [SandboxLayer: String] {
        try await inner.missingLayers(for: runtime)
    }

    func launch(
        _ files: WorkerFiles,
        _ order: LaunchRequest,
        within policy: Policy
    ) async throws(MayflyError) -> LaunchedProcess {
        let control = try SplicedSocket(files.control)
        let completions = try SplicedSocket(files.completions)
        for socket in [control, completions] {
            let number = state.withLock { state in
                state.sockets.append([])
                state.open += 1
                return state.sockets.count - 1
            }
            socket.start { [self] bytes in
                state.withLock { $0.sockets[number] += bytes }
            } ended: { [self] in
                noteEnd()
            }
        }
        defer {
            close(control.worker)
            close(completions.worker)
        }
        return try await inner.launch(
            WorkerFiles(
                control: control.worker,
                completions: completions.worker,
                library: files.library,
                output: files.output,
                box: files.box
            ),
            order,
            within: policy
        )
    }
}
