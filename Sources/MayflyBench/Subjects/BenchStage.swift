internal import Foundation
internal import MayflyABI
internal import MayflyBundles
internal import MayflyHost
internal import MayflyLinux
package import MayflyModel
internal import MayflyStore
internal import MayflyWorkers

/// A temporary folder with the bundles and a home folder, and the launchers. The folder is removed with this value.
package final class BenchStage: Sendable {
    /// How a worker is started.
    package enum Mode: String, Sendable, CaseIterable {
        case exec
        /// In the sandbox, each forked by a program that is executed for it alone.
        case execSandbox = "exec.sandbox"
        /// Forked, without a sandbox.
        case zygote
        case zygoteSandbox = "zygote.sandbox"

        /// Whether a program is started for each worker.
        var isExecuted: Bool { self == .exec || self == .execSandbox }
    }

    let folder: String
    /// The path of the worker program.
    let worker: String
    let home: HomeFolder
    let device = DeviceID()
    let loop: EventLoop
    private let bundles: [BenchPlugin: ExtensionBundle]
    private let launchers: [Mode: any WorkerLauncher]

    package init() throws {
        folder = NSTemporaryDirectory() + "mayfly-bench-\(UUID())"
        home = HomeFolder(path: folder + "/home")
        loop = try EventLoop.running()
        worker = try ExtensionHost.workerProgram()
        launchers = [
            .exec: ExecLauncher(program: worker, loop: loop),
            .execSandbox: ZygoteLauncher(program: worker, service: .one, loop: loop),
            .zygote: ZygoteLauncher(program: worker, layers: [], loop: loop),
            .zygoteSandbox: ZygoteLauncher(program: worker, loop: loop),
        ]
        var bundles: [BenchPlugin: ExtensionBundle] = [:]
        for plugin in BenchPlugin.allCases { bundles[plugin] = try plugin.pack(into: folder + "/bundles") }
        self.bundles = bundles
    }

    deinit { removeFiles() }

    /// Removes the folder early, when no further launch needs it.
    func removeFiles() {
        // Extensions can leave files that Foundation cannot remove.
        try? FolderRemoval.remove(folder)
    }

    /// The path of a file beside the running program.
    static func path(of name: String) throws(MayflyError) -> String { try ExtensionHost.program(name) }

    var bundleFolder: String { folder + "/bundles" }

    func bundle(_ plugin: BenchPlugin) throws -> ExtensionBundle {
        guard let bundle = bundles[plugin] else { throw MayflyError(.internalFault, "no bundle for \(plugin)") }
        return bundle
    }

    func launcher(_ mode: Mode) throws(MayflyError) -> any WorkerLauncher {
        guard let launcher = launchers[mode] else { throw MayflyError(.internalFault, "no launcher for \(mode)") }
        return launcher
    }

    /// A host of the home folder, with the extensions of a folder. They are trusted: the sandbox may lack layers.
    func host(
        bundlesIn folder: String,
        providers: Providers = Providers()
    ) throws(MayflyError) -> ExtensionHost {
        let launcher = try launcher(.zygoteSandbox)
        return try ExtensionHost(
            home: home,
            searchPath: SearchPath(folders: [folder]),
            policy: .patient,
            confinement: Confinement(requirement: .nothing),
            clock: SystemClock(),
            launcher: launcher,
            providers: providers
        )
    }

    /// Returns when the host is idle: the work that follows a launch is done.
    package func settle() async {
        for launcher in launchers.values { await launcher.settle() }
    }

    /// Returns when the prepared workers have ended.
    package func dropSpares() async {
        for launcher in launchers.values { await launcher.dropSpares() }
    }

    /// Runs `body` and ends the zygotes and prepared workers afterwards.
    func whileUsed<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            let result = try await body()
            for launcher in launchers.values { await launcher.endHelpers() }
            return result
        } catch {
            for launcher in launchers.values { await launcher.endHelpers() }
            throw error
        }
    }

    /// An extension that is not started yet.
    package func subject(_ plugin: BenchPlugin, _ mode: Mode, policy: Policy = .patient) throws -> BenchSubject {
        // A cancelled measurement stops here.
        try Task.checkCancellation()
        return try BenchSubject(bundle(plugin), on: self, launcher(mode), policy)
    }
}

extension Policy {
    /// The deadlines and limits of this policy are so high that no measurement reaches them.
    package static var patient: Policy {
        var policy = Policy()
        policy.linger = .zero
        policy.launch = .seconds(60)
        policy.callback = .seconds(60)
        policy.resign = .seconds(60)
        policy.patience = .seconds(60)
        policy.closing = .seconds(60)
        policy.cpuBudget = .seconds(3600)
        policy.hostBudget = .seconds(3600)
        policy.calls = Policy.Rate(burst: 10_000_000, perSecond: 10_000_000)
        policy.transfer = Policy.Rate(burst: 1 << 40, perSecond: 1 << 40)
        return policy
    }
}
