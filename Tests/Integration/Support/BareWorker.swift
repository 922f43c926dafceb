import MayflyTesting

@testable import MayflyBundles
@testable import MayflyHost
@testable import MayflyStore
@testable import MayflyWorkers

/// A worker without a window: nobody answers its calls, and the test gets its events.
enum BareWorker {
    /// `observer` is told of each event at once, before it waits for `body`.
    static func with<Value: Sendable>(
        _ path: String,
        policy: Policy,
        loop: EventLoop? = nil,
        observer: @escaping @Sendable (WorkerEvent) -> Void = { _ in },
        _ body: @Sendable (Worker, AsyncStream<WorkerEvent>) async throws -> Value
    ) async throws -> Value {
        let bundle = try ExtensionBundle.read(path)
        return try await TestHost.with(bundles: []) { test in
            let places = try ExtensionFolders.made(in: test.home)
            let loop = try loop ?? .running()
            let launcher = ExecLauncher(program: try ExtensionHost.workerProgram(), loop: loop)
            let (events, mailbox) = AsyncStream<WorkerEvent>.makeStream()
            let worker = Worker(launcher: launcher, policy: policy, loop: loop) { event in
                observer(event)
                mailbox.yield(event)
            }
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

extension ExtensionFolders {
    /// The folders of an extension that no store knows, below a folder.
    static func made(in home: String) throws -> ExtensionFolders {
        let folders = ExtensionFolders(named: "own", in: HomeFolder(path: home))
        try folders.make()
        return folders
    }
}
