internal import Glibc
package import MayflyModel

/// Starts worker processes. Each way to make them is an implementation of this protocol.
package protocol WorkerLauncher: Sendable {
    /// Starts a worker that has exactly these descriptors. It must be started on the event loop's thread, which never
    /// ends: a worker ends with the thread that started it.
    func launch(_ files: WorkerFiles, _ request: LaunchRequest, within policy: Policy) async throws(MayflyError)
        -> LaunchedProcess

    /// Returns when all processes that are made for later launches are ready.
    func settle() async

    /// Ends the processes that wait for later launches, and returns when they are reaped. The next launch makes new
    /// ones. Gives a line for each that has not ended in time, such as one that a debugger holds.
    @discardableResult func dropSpares() async -> [String]

    /// Ends all processes that no worker in use needs: those that wait for later launches, and those that make workers.
    /// Returns when they are reaped. The next launch starts them again. Gives a line for each that has not ended in time.
    @discardableResult func endHelpers() async -> [String]

    /// The layers of the sandbox that do not hold for the workers of this runtime, with the reasons.
    func missingLayers(for runtime: Runtime) async throws(MayflyError) -> [SandboxLayer: String]
}

extension WorkerLauncher {
    /// Does nothing: without processes for later launches.
    package func settle() async {}

    /// Does nothing: without processes for later launches.
    @discardableResult package func dropSpares() async -> [String] { [] }

    /// Does nothing: without processes for later launches, and without processes that make workers.
    @discardableResult package func endHelpers() async -> [String] { [] }

    /// The gate of every launch: gives the layers of its sandbox that do not hold. If they are too many for the requirement, it throws,
    /// and closes the library of the request.
    package func admit(
        _ request: LaunchRequest,
        by requirement: SandboxRequirement
    ) async throws(MayflyError) -> [SandboxLayer: String] {
        do throws(MayflyError) {
            let missing = try await missingLayers(for: request.runtime)
            guard let refusal = requirement.refusal(of: missing) else { return missing }
            throw MayflyError(.launchFailed, refusal)
        } catch {
            close(request.library)
            throw error
        }
    }
}
