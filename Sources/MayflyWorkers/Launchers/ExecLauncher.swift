internal import CMayflyLinux
internal import Glibc
internal import MayflyABI
package import MayflyModel

/// Starts each worker as a new program, with posix_spawn and without a sandbox: for comparisons.
///
/// It runs on the event loop, because a worker ends with the thread that started it.
package actor ExecLauncher: WorkerLauncher {
    private let programs: WorkerPrograms
    private let loop: EventLoop

    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Takes the path of the `mayfly-worker` program.
    package init(program: String, loop: EventLoop) {
        programs = WorkerPrograms(program)
        self.loop = loop
    }

    package func launch(
        _ files: WorkerFiles,
        _ request: LaunchRequest,
        within policy: Policy
    ) throws(MayflyError) -> LaunchedProcess {
        let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard null >= 0 else { throw MayflyError(.launchFailed, "/dev/null cannot be opened") }
        defer { close(null) }
        let inherit = [
            mayfly_inherit(from: null, to: WorkerContract.input),
            mayfly_inherit(from: files.output, to: WorkerContract.errors),
        ]
        let handed = WorkerContract.Descriptor.allCases.map { mayfly_inherit(from: files[$0], to: $0.rawValue) }
        return try LaunchedProcess(
            programs[request.runtime],
            WorkerArguments.worker(host: getpid()).list,
            environment: WorkerContract.environment,
            inherit: inherit + handed
        )
    }

    package func missingLayers(for runtime: Runtime) -> [SandboxLayer: String] {
        Dictionary(uniqueKeysWithValues: SandboxLayer.allCases.map { ($0, SandboxLayer.switchedOff) })
    }
}
