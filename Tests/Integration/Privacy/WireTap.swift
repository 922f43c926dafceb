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
    private let inner: any WorkerLauncher
    private let sockets = Mutex<[[UInt8]]>([])

    init(_ inner: any WorkerLauncher) { self.inner = inner }

    /// What was written so far.
    var written: WireRecord { WireRecord(sockets.withLock { $0 }) }

    /// What was written to sockets that came after the first so many.
    func written(after count: Int) -> WireRecord { WireRecord(sockets.withLock { Array($0.dropFirst(count)) }) }

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
            let number = sockets.withLock { sockets in
                sockets.append([])
                return sockets.count - 1
            }
            socket.start { [self] bytes in sockets.withLock { $0[number] += bytes } }
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
