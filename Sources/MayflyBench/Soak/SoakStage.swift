internal import Foundation
internal import MayflyBundles
internal import MayflyHost
internal import MayflyLinux
internal import MayflyModel
internal import MayflyStore
internal import MayflyWorkers
internal import Synchronization

/// The environment of a soak: a home folder with a seat for each participant, the launchers and the hosts.
final class SoakStage: Sendable {
    /// One of the participants that run at the same time, each with its own extensions.
    struct Seat: Sendable {
        /// The device of runs without a window.
        let device: DeviceID
        /// The name of its conversation and of its device there.
        let name: String
    }

    let bench: BenchStage
    let loop: EventLoop
    let seats: [Seat]
    private let hosts: Mutex<[SoakPace: ExtensionHost]>
    private let launchers: [BenchStage.Mode: any WorkerLauncher]

    init(seats count: Int) throws {
        let bench = try BenchStage()
        self.bench = bench
        loop = bench.loop
        seats = (1...count).map { Seat(device: DeviceID(), name: "seat-\($0)") }
        launchers = try Dictionary(uniqueKeysWithValues: BenchStage.Mode.allCases.map { ($0, try bench.launcher($0)) })
        var hosts: [SoakPace: ExtensionHost] = [:]
        for pace in [SoakPace.patient, .callback, .lingering] {
            var policy = pace.policy
            // One more than there are windows, so that lingering workers are sometimes evicted.
            policy.liveWorkers = count + 1
            hosts[pace] = try ExtensionHost(
                home: bench.home,
                searchPath: SearchPath(folders: []),
                policy: policy,
                // The extensions are those of the bench and of the tests.
                confinement: Confinement(requirement: .nothing),
                clock: SystemClock(),
                launcher: bench.launcher(.zygoteSandbox)
            )
        }
        self.hosts = Mutex(hosts)
        try hosts[.patient]?.createDevice("other")
        for seat in seats {
            try hosts[.patient]?.createDevice(seat.name)
            try hosts[.patient]?.createConversation(seat.name, with: [seat.name, "other"])
        }
    }

    // The databases are closed before their folder is removed.
    deinit { hosts.withLock { $0 = [:] } }

    var home: HomeFolder { bench.home }

    func launcher(_ mode: BenchStage.Mode) -> any WorkerLauncher {
        launchers[mode] ?? ExecLauncher(program: bench.worker, loop: loop)
    }

    /// The number of receipts in the home folder.
    var receipts: Int {
        get async { (try? await host(.patient).receipts(last: .max).count) ?? 0 }
    }

    func host(_ pace: SoakPace) throws(MayflyError) -> ExtensionHost {
        guard let host = hosts.withLock({ $0[pace] }) else {
            throw MayflyError(.internalFault, "no windows of the pace \(pace)")
        }
        return host
    }

    /// Ends the prepared workers, whose number depends on timing.
    func dropSpares() async { for launcher in launchers.values { await launcher.dropSpares() } }

    /// Empties the private folder and writes the facts that some faulty extensions need.
    func refresh(_ id: ExtensionID, _ device: DeviceID) throws(MayflyError) {
        try FolderRemoval.remove(host(.patient).folders(of: id, on: device).privateFolder)
        let folder = try host(.patient).folders(of: id, on: device).privateFolder
        let facts = "host \(ProcessInfo.processInfo.processIdentifier)\nneighbour \(home.path)\n"
        do {
            try Data(facts.utf8).write(to: URL(filePath: folder + "/facts"))
        } catch {
            throw MayflyError(.files, "'\(folder)' cannot be written", cause: error)
        }
    }
}
