internal import ArgumentParser
internal import MayflyHost
internal import MayflyModel
internal import MayflyProtocol
internal import MayflyWorkers

/// The options of an author who debugs an extension.
struct DebuggingOptions: ParsableArguments {
    @Flag(
        help: """
            Let a debugger attach: prints the line that starts it, and sets no deadlines while it traces the extension. The \
            extension sees the machine's files and processes by their own names.
            """
    )
    var debug = false
    @Flag(help: "With --debug: wait up to ten minutes for the debugger before the extension begins.") var wait = false

    /// How long `--wait` waits.
    private static let patience = Duration.seconds(600)
    /// The layers that hide the paths and numbers with which a debugger finds a process and its libraries.
    private static let hiding: Set<SandboxLayer> = [.root, .processes]

    func validate() throws {
        guard debug || !wait else { throw ValidationError("--wait needs --debug") }
    }

    /// The policy of the host: an action of the person waits for the debugger, too.
    var policy: Policy {
        var policy = Policy()
        guard debug else { return policy }
        var debugging = Policy.Debugging()
        if wait { debugging.wait = Self.patience }
        policy.debugging = debugging
        policy.patience = .seconds(24 * 3600)
        return policy
    }

    /// The sandbox, without what keeps a debugger away.
    func confinement(_ confinement: Confinement) -> Confinement {
        guard debug else { return confinement }
        var confinement = confinement
        confinement.layers.subtract(Self.hiding)
        return confinement
    }

    /// What the author is told at an event, when a debugger can attach; nil for all other events, and without `--debug`.
    func advice(at event: HostEvent, _ names: Names) -> String? {
        guard debug, case .process(let id, wait ? .waiting : .spawned, let process?) = event else { return nil }
        let begin = "process \(process) is \(SafeText.line(names.name(of: id)))"
        guard wait else { return "\(begin); to debug it: gdb -p \(process)" }
        return "\(begin) and waits for a debugger for at most \(Self.patience.components.seconds) s: gdb -p \(process)"
    }
}
