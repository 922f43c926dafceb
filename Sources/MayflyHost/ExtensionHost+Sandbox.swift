internal import Glibc
public import MayflyModel
internal import MayflyWorkers

extension ExtensionHost {
    /// Which layers of the sandbox do not hold for the extensions of this host, and why. It starts a zygote to find out.
    public func missingLayers() async throws(MayflyError) -> [SandboxLayer: String] {
        try await launcher.missingLayers(for: .c)
    }

    /// The layers of a launch's sandbox that do not hold. Where the sandbox is required, it throws for any layer, and closes the
    /// library that the order brings.
    func admit(_ order: LaunchRequest) async throws(MayflyError) -> [SandboxLayer: String] {
        do throws(MayflyError) {
            let missing = try await launcher.missingLayers(for: order.runtime)
            let needed = missing.filter { $0.key.isEssential }
            guard confinement.isRequired, !needed.isEmpty else { return missing }
            let list = SandboxLayer.list(needed)
            throw MayflyError(.launchFailed, "the sandbox is required, and lacks \(list); see 'mayfly doctor'")
        } catch {
            close(order.library)
            throw error
        }
    }

    /// Ends the workers that wait for later launches, and is back when nothing of them is left.
    ///
    /// It may be called whenever memory is dear; another worker waits after the next launch.
    public func dropSpares() async { await launcher.dropSpares() }

    /// Ends every process that no window uses, the zygotes and the workers that wait for later launches, and is back when
    /// nothing of them is left.
    ///
    /// A program calls it before it ends: its death ends them too, but then somebody else must reap them, and their control
    /// groups stay until the next host starts. Whoever opens an extension later only waits for a new zygote.
    public func endHelpers() async { await launcher.endHelpers() }
}
