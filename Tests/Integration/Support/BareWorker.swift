import MayflyModel
import MayflyTesting

@testable import MayflyBundles
@testable import MayflyHost
@testable import MayflyStore
@testable import MayflyWorkers

/// A worker without a window: nobody answers its calls, and the test gets its events.
enum BareWorker {
    static func with<Value: Sendable>(
        _ path: String,
        policy: Policy,
        _ body: @Sendable (Worker, AsyncStream<WorkerEvent>) async throws -> Value
    ) async throws -> Value {
        let bundle = try ExtensionBundle.read(path)
        return try await TestHost.with(bundles: []) { test in
            let places = ExtensionFolders(named: "own", in: HomeFolder(path: test.home))
            try places.make()
            let loop = try EventLoop.running()
            let launcher = ExecLauncher(program: ExtensionHost.workerProgram, loop: loop)
            let (events, mailbox) = AsyncStream<WorkerEvent>.makeStream()
            let worker = Worker(launcher: launcher, policy: policy, loop: loop) { mailbox.yield($0) }
            let request = try LaunchRequest(
                opening: bundle,
                privateFolder: places.privateFolder,
                receivedFolder: places.received,
                style: .compact
            )
            try await worker.start(request)
            return try await body(worker, events)
        }
    }
}
