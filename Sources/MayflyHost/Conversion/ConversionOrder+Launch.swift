internal import CMayflyLinux
internal import MayflyLinux
internal import MayflyModel
internal import MayflyWorkers

extension ConversionOrder {
    /// Starts the process: in a PID namespace, if that layer is wanted and can be had. What keeps it from that is given too.
    ///
    /// Called on the event loop's thread, because the process dies with the thread that started it.
    func launch(_ pipes: ConversionPipes) throws(MayflyError) -> (LaunchedProcess, missing: [SandboxLayer: String]) {
        let inherit = [
            mayfly_inherit(from: file, to: 0), mayfly_inherit(from: pipes.picture.theirs, to: 1),
            mayfly_inherit(from: pipes.report.theirs, to: 2),
        ]
        var missing: [SandboxLayer: String] = [:]
        if layers.contains(.processes) {
            do throws(MayflyError) {
                let launched = try LaunchedProcess(
                    apart: program,
                    arguments,
                    environment: environment,
                    inherit: inherit,
                    hasUser: layers.contains(.user)
                )
                return (launched, missing)
            } catch {
                // The program finds out too, and refuses where the sandbox is required.
                missing[.processes] = error.message
            }
        }
        let launched = try LaunchedProcess(program, arguments, environment: environment, inherit: inherit)
        return (launched, missing)
    }
}
