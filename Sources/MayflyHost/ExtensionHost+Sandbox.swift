public import MayflyModel
internal import MayflyWorkers

extension ExtensionHost {
    /// Which layers of the sandbox do not hold for the extensions of this host, and why. It starts a zygote to find out.
    public func missingLayers() async throws(MayflyError) -> [SandboxLayer: String] {
        try await services.launcher.missingLayers(for: .c)
    }

    /// Ends the spare workers, which wait for later launches, and returns when nothing of them is left.
    ///
    /// It may be called whenever memory is short. The next launch makes a new spare worker.
    /// - Returns: a line for each that has not ended within `Policy.ending`, such as one that a debugger holds.
    @discardableResult
    public func dropSpares() async -> [String] { await services.launcher.dropSpares() }

    /// Ends every process that no window uses, the zygotes and the spare workers, and returns when nothing of them is left.
    ///
    /// A program calls it before it ends. Its death ends them too, but then another process must reap them, and their control
    /// groups stay until the next host starts. The next launch after this call waits for a new zygote.
    /// - Returns: a line for each that has not ended within `Policy.ending`, such as one that a debugger holds.
    @discardableResult
    public func endHelpers() async -> [String] { await services.launcher.endHelpers() }
}
