internal import Foundation
public import MayflyBundles
public import MayflyHost
internal import MayflyLinux
public import MayflyModel
public import MayflyStore
public import MayflyWorkers

/// A host with a temporary home folder, which is removed after the test.
///
/// All devices are members of the one conversation. Workers are real processes.
public struct TestHost: Sendable {
    /// Usable until the body of `with` returns; its home folder is removed after that.
    public let host: ExtensionHost
    /// The path of the home folder; `MAYFLY_KEEP` in the environment keeps it after the test.
    public let home: String
    /// The conversation of all devices.
    public let conversation: String

    /// Makes a host with these devices and bundles, runs `body`, and removes the home folder on every path.
    ///
    /// At most six hosts exist at the same time; a further call waits. For these hosts the machine is never short of memory: no
    /// worker that lingers is ended because of other programs.
    ///
    /// `profiles` has device profiles by device name; a device without one is full. `bundles` are paths of bundle folders, which
    /// are used in place and not installed. `confinement`, `worker`, `mediaWorker` and `sessionStates` are as in `ExtensionHost`;
    /// `transport` nil delivers messages within the home folder.
    public static func with<Result: Sendable>(
        bundles: [String] = [],
        devices: [String] = ["alice", "bob"],
        profiles: [String: DeviceProfile] = [:],
        policy: Policy = Policy(),
        confinement: Confinement = Confinement(),
        clock: any HostClock = SystemClock(),
        worker: String? = nil,
        mediaWorker: String? = nil,
        sessionStates: (any SessionStateProvider)? = nil,
        transport: (any Transport)? = nil,
        _ body: @Sendable (TestHost) async throws -> Result
    ) async throws -> Result {
        try await with(
            bundles: bundles,
            devices: devices,
            profiles: profiles,
            policy: policy,
            confinement: confinement,
            clock: clock,
            worker: worker,
            mediaWorker: mediaWorker,
            sessionStates: sessionStates,
            transport: transport,
            pressure: NoMemoryPressure(),
            body
        )
    }

    /// The same with another source of memory pressure.
    package static func with<Result: Sendable>(
        bundles: [String],
        devices: [String] = ["alice", "bob"],
        profiles: [String: DeviceProfile] = [:],
        policy: Policy,
        confinement: Confinement = Confinement(),
        clock: any HostClock = SystemClock(),
        worker: String? = nil,
        mediaWorker: String? = nil,
        fetchProgram: String? = nil,
        reach: NetworkReach = .everyPublicServer,
        providers: Providers = Providers(),
        sessionStates: (any SessionStateProvider)? = nil,
        transport: (any Transport)? = nil,
        pressure: any MemoryPressure,
        _ body: @Sendable (TestHost) async throws -> Result
    ) async throws -> Result {
        try await HostPermits.withPermit {
            let home = FileManager.default.temporaryDirectory.path + "/mayfly-test-\(UUID())"
            defer {
                if ProcessInfo.processInfo.environment["MAYFLY_KEEP"] == nil {
                    try? FolderRemoval.remove(home)
                }
            }
            let folders = bundles.map { URL(filePath: $0).deletingLastPathComponent().path }
            let searchPath = SearchPath(
                home: home,
                environment: [SearchPath.variable: folders.joined(separator: ":")],
                executableFolder: nil,
                currentFolder: home
            )
            let host = try ExtensionHost(
                home: HomeFolder(path: home),
                searchPath: searchPath,
                policy: policy,
                confinement: confinement,
                clock: clock,
                launcher: confinement.launcher(
                    program: try ExtensionHost.program("mayfly-worker", worker),
                    deadline: policy.launch,
                    loop: try EventLoop.running()
                ),
                mediaWorker: mediaWorker,
                fetchProgram: fetchProgram,
                reach: reach,
                providers: providers,
                sessionStates: sessionStates,
                transport: transport,
                pressure: pressure
            )
            for device in devices { try host.createDevice(device, profile: profiles[device] ?? .full) }
            let conversation = "chat"
            if devices.count > 1 { try host.createConversation(conversation, with: devices) }
            return try await body(TestHost(host: host, home: home, conversation: conversation))
        }
    }

    /// Opens a window on the conversation; `trace` records its events. The window is valid inside `body`. `showsQuestions`,
    /// `showsPayments` and `provides` are as in `ExtensionHost.withWindow`.
    public func window<Result: Sendable>(
        as device: String,
        trace: Trace = Trace(),
        showsQuestions: Bool = false,
        showsPayments: Bool = false,
        provides: Set<PermissionName> = [],
        _ body: @Sendable (ConversationWindow) async throws -> Result
    ) async throws -> Result {
        try await host.withWindow(
            on: conversation,
            as: device,
            showsQuestions: showsQuestions,
            showsPayments: showsPayments,
            provides: provides,
            observer: { trace.record($0) },
            body
        )
    }

    /// The valid bundle with that id; throws `unknownExtension` without one, or the reason why it is broken.
    public func bundle(_ id: String) throws(MayflyError) -> ExtensionBundle { try host.catalog().find(id) }
}
