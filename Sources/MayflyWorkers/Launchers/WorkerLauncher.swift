package import MayflyModel

/// Starts worker processes. Another way of making them is another implementation of this.
package protocol WorkerLauncher: Sendable {
    /// Starts a worker that has exactly these descriptors. It is the event loop's thread that starts it, which never ends:
    /// a worker dies with the thread that started it.
    func launch(_ files: WorkerFiles, _ order: LaunchRequest, within policy: Policy) async throws(MayflyError)
        -> LaunchedProcess

    /// Returns once all that is made for later launches is ready.
    func settle() async

    /// Ends what waits for later launches, and returns when it is gone. The next launch makes more.
    func dropSpares() async

    /// Ends all that no worker in use needs: what waits for later launches, and what makes workers. Returns when all of it is
    /// reaped. The next launch starts it again.
    func endHelpers() async

    /// Which layers of the sandbox do not hold for the workers that it starts for this runtime, and why.
    func missingLayers(for runtime: Runtime) async throws(MayflyError) -> [SandboxLayer: String]
}

extension WorkerLauncher {
    /// Does nothing where nothing is made ahead.
    package func settle() async {}

    /// Does nothing where nothing is made ahead.
    package func dropSpares() async {}

    /// Does nothing where nothing else makes workers.
    package func endHelpers() async {}
}
