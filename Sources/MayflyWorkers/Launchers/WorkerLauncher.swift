package import MayflyModel

/// Starts worker processes. The one place to change for another way of making them.
package protocol WorkerLauncher: Sendable {
    /// Starts a worker that has exactly these descriptors. It is the event loop's thread that starts it, which never ends:
    /// a worker dies with the thread that started it.
    func launch(_ files: WorkerFiles, _ order: LaunchRequest, within policy: Policy) async throws(MayflyError)
        -> LaunchedProcess

    /// Is back once all that is made for later launches is there.
    func settle() async

    /// Ends what waits for later launches, and is back when it is gone. More comes with the next launch.
    func dropSpares() async

    /// Ends all that no worker in use needs: what waits for later launches, and what makes workers. Is back when it is gone and
    /// reaped; it is started anew with the next launch.
    func endHelpers() async

    /// Which layers of the sandbox do not hold for the workers that it starts for this runtime, and why.
    func missingLayers(for runtime: Runtime) async throws(MayflyError) -> [SandboxLayer: String]
}

extension WorkerLauncher {
    package func settle() async {}

    package func dropSpares() async {}

    package func endHelpers() async {}
}
