internal import MayflyABI
public import MayflyModel

/// How an extension's worker is started, and which walls stand around it.
public struct Confinement: Sendable, Hashable {
    /// How the worker process comes to be.
    public enum Start: Sendable, Hashable {
        /// Forked by a warm process, the zygote, which is started with the first worker.
        case zygote
        /// As a program of its own: slower, and simpler to debug.
        case exec
    }

    public var start: Start
    /// The layers of the sandbox that are put up, as far as the machine has them.
    public var layers: Set<SandboxLayer>
    /// Whether a launch is refused where a layer does not hold, instead of reporting it.
    public var isRequired: Bool

    public init(
        start: Start = .zygote,
        layers: Set<SandboxLayer> = Set(SandboxLayer.allCases),
        isRequired: Bool = false
    ) {
        self.start = start
        self.layers = layers
        self.isRequired = isRequired
    }
}

extension Confinement {
    /// Nothing between the host and a worker but the process: for debuggers, and to compare.
    public static let none = Confinement(start: .exec, layers: [])

    /// What starts workers in this way.
    package func launcher(program: String, deadline: Duration, loop: EventLoop) -> any WorkerLauncher {
        if start == .exec, layers.isEmpty { return ExecLauncher(program: program, loop: loop) }
        return ZygoteLauncher(
            program: program,
            layers: layers,
            service: start == .zygote ? .many : .one,
            deadline: deadline,
            loop: loop
        )
    }
}
