internal import CMayflyLinux
internal import Glibc
package import MayflyModel

/// Starts each worker as a new program, with posix_spawn and without a sandbox: for debuggers.
///
/// It runs on the event loop, because a worker dies with the thread that started it.
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
        _ order: LaunchRequest,
        within policy: Policy
    ) throws(MayflyError) -> LaunchedProcess {
        let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard null >= 0 else { throw MayflyError(.launchFailed, "/dev/null cannot be opened") }
        defer { close(null) }
        let inherit = [
            mayfly_inherit(from: null, to: 0),
            mayfly_inherit(from: files.output, to: 1),
            mayfly_inherit(from: files.output, to: 2),
            mayfly_inherit(from: files.control, to: 3),
            mayfly_inherit(from: files.completions, to: 4),
            mayfly_inherit(from: files.library, to: 5),
            mayfly_inherit(from: files.box, to: 6),
        ]
        return try LaunchedProcess(
            programs[order.runtime],
            ["\(getpid())"],
            environment: Self.environment,
            inherit: inherit
        )
    }

    package func missingLayers(for runtime: Runtime) -> [SandboxLayer: String] {
        Dictionary(uniqueKeysWithValues: SandboxLayer.allCases.map { ($0, SandboxLayer.switchedOff) })
    }

    /// The environment of a worker. The crash reporter of the Swift runtime is off: it delays a crash by milliseconds and prints
    /// memory, and the host reports the crash. A Rust panic resolves no symbols either.
    static let environment = [
        "PATH=/usr/bin:/bin", "LANG=C.UTF-8", "SWIFT_BACKTRACE=enable=no", "RUST_BACKTRACE=0",
    ]
}
