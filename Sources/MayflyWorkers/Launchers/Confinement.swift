internal import MayflyABI
public import MayflyModel

/// How the worker of an extension is started, and which layers its sandbox has.
public struct Confinement: Sendable, Hashable {
    /// How the worker process is made.
    public enum Start: Sendable, Hashable {
        /// Forked by a warm process, the zygote, which is started with the first worker.
        case zygote
        /// As a program of its own: slower, and simpler to debug.
        case exec
    }

    /// How the worker process is made.
    public var start: Start
    /// The layers of the sandbox that are applied, as far as the machine has them.
    public var layers: Set<SandboxLayer>
    /// Whether a launch is refused where a layer does not hold, instead of reporting it.
    public var isRequired: Bool

    /// By default a zygote forks the worker, with all layers that the machine has.
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
    /// A process without a sandbox: for debuggers, and to compare.
    public static let none = Confinement(start: .exec, layers: [])

    /// What starts workers in this way. `deadline` is for each answer of a zygote.
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
