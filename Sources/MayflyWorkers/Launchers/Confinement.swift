internal import MayflyABI
public import MayflyModel

/// How the worker of an extension is started, and which layers its sandbox has.
public struct Confinement: Sendable, Hashable {
    /// How the worker process is made.
    public enum Start: Sendable, Hashable {
        /// Forked by a prepared process, the zygote, which is started with the first worker.
        case zygote
        /// Executed as a program: slower, but simpler to debug.
        case exec
    }

    /// How the worker process is made.
    public var start: Start
    /// The layers of the sandbox that are applied, as far as the machine has them.
    public var layers: Set<SandboxLayer>
    /// The layers without which a launch is refused, also if `layers` leaves them out. Any other missing layer is only
    /// reported.
    public var requirement: SandboxRequirement

    /// By default a zygote forks the worker, with all layers that the machine has, and at least the minimum.
    public init(
        start: Start = .zygote,
        layers: Set<SandboxLayer> = Set(SandboxLayer.allCases),
        requirement: SandboxRequirement = .minimum
    ) {
        self.start = start
        self.layers = layers
        self.requirement = requirement
    }
}

extension Confinement {
    /// A process without a sandbox, for comparisons.
    public static let none = Confinement(start: .exec, layers: [], requirement: .nothing)

    /// The launcher for this confinement. `deadline` applies to each answer of a zygote.
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
