internal import ArgumentParser
internal import MayflyHost
package import MayflyModel
internal import MayflyProtocol
package import MayflyWorkers

/// The options of an author who debugs an extension.
package struct DebuggingOptions: ParsableArguments {
    @Flag(
        help: """
            Let a debugger attach: prints the line that starts it, and sets no deadlines while it traces the extension. The \
            extension sees the machine's files and processes by their own names.
            """
    )
    var debug = false
    @Flag(help: "With --debug: wait up to ten minutes for the debugger before the extension begins.") var wait = false
    @Flag(help: "The same as --debug with --wait.") var waitForDebugger = false

    package init() {}

    /// Whether a debugger may attach.
    package var isOn: Bool { debug || waitForDebugger }
    private var waits: Bool { wait || waitForDebugger }

    /// How long `--wait` waits.
    private static let patience = Duration.seconds(600)
    /// The layers that hide the paths and numbers with which a debugger finds a process and its libraries.
    private static let hiding: Set<SandboxLayer> = [.root, .processes]

    package func validate() throws {
        guard isOn || !wait else { throw ValidationError("--wait needs --debug") }
    }

    /// Refuses an order that contradicts itself: a debugger needs a sandbox that is not complete.
    package func validate(with sandboxing: ConfinementOptions) throws {
        guard isOn, sandboxing.requirement.requireSandbox else { return }
        let option = debug ? "--debug" : "--wait-for-debugger"
        throw ValidationError(
            "\(option) and --require-sandbox cannot be used together: \(option) leaves out two layers"
        )
    }

    /// The policy of the host: an action of the person waits for the debugger, too.
    package var policy: Policy {
        var policy = Policy()
        guard isOn else { return policy }
        var debugging = Policy.Debugging()
        if waits { debugging.wait = Self.patience }
        policy.debugging = debugging
        policy.patience = .seconds(24 * 3600)
        return policy
    }

    /// The sandbox, without what keeps a debugger away.
    package func confinement(_ confinement: Confinement) -> Confinement {
        guard isOn else { return confinement }
        var confinement = confinement
        confinement.layers.subtract(Self.hiding)
        return confinement
    }

    /// What the author is told at an event, when a debugger can attach; nil for all other events, and without `--debug`.
    func advice(at event: HostEvent, _ names: Names) -> String? {
        guard case .process(let id, let state, let process?) = event, state == .waiting || state == .spawned else {
            return nil
        }
        return advice(about: SafeText.line(names.name(of: id)), process, isWaiting: state == .waiting)
    }

    /// The same about a process that has begun, or waits for a debugger. `name` is safe to show.
    package func advice(about name: String, _ process: Int32, isWaiting: Bool) -> String? {
        guard isOn, waits == isWaiting else { return nil }
        let begin = "process \(process) is \(name)"
        guard waits else { return "\(begin); to debug it: gdb -p \(process)" }
        return "\(begin) and waits for a debugger for at most \(Self.patience.components.seconds) s: gdb -p \(process)"
    }
}
