internal import Foundation
internal import MayflyABI
public import MayflyBundles
internal import MayflyLinux
public import MayflyModel
public import MayflyStore
public import MayflyWorkers
internal import Synchronization

/// The host: knows the extensions, the devices and the conversations of one home folder, and opens windows on them.
///
/// One for each program. It is safe to use from any thread.
public final class ExtensionHost: Sendable {
    let store: Store
    let media: MediaStore
    let launcher: any WorkerLauncher
    let loop: EventLoop
    let policy: Policy
    let confinement: Confinement
    let clock: any HostClock
    let sessionStates: any SessionStateProvider
    let live: LiveWorkers
    private let searchPath: SearchPath
    private let courier: Courier
    private let watcher: HomeWatcher
    let lateReceipts = LateReceipts()
    private let windows = Mutex<[ObjectIdentifier: WeakWindow]>([:])

    private struct WeakWindow: Sendable {
        weak let window: ConversationWindow?
    }

    /// Opens the home folder, which is made if it is not there. What an earlier process left undelivered goes out with
    /// the first window.
    ///
    /// `searchPath` nil means the standard one; `worker` and `mediaWorker` are the paths of the programs `mayfly-worker` and
    /// `mayfly-media-worker`, nil those beside the running program; `sessionStates` nil keeps the states of sessions in the
    /// home folder; `confinement` says how extensions are started and what holds them. Throws `.store` when the database is
    /// not ours to open.
    public convenience init(
        home: HomeFolder,
        searchPath: SearchPath? = nil,
        policy: Policy = Policy(),
        confinement: Confinement = Confinement(),
        clock: any HostClock = SystemClock(),
        worker: String? = nil,
        mediaWorker: String? = nil,
        sessionStates: (any SessionStateProvider)? = nil
    ) throws(MayflyError) {
        try self.init(
            home: home,
            searchPath: searchPath ?? .standard(home: home.path),
            policy: policy,
            confinement: confinement,
            clock: clock,
            launcher: confinement.launcher(
                program: worker ?? Self.workerProgram,
                deadline: policy.launch,
                loop: try EventLoop.running()
            ),
            mediaWorker: mediaWorker,
            sessionStates: sessionStates
        )
    }

    package init(
        home: HomeFolder,
        searchPath: SearchPath,
        policy: Policy,
        confinement: Confinement = Confinement(),
        clock: any HostClock,
        launcher: any WorkerLauncher,
        mediaWorker: String? = nil,
        sessionStates: (any SessionStateProvider)? = nil,
        transport: (any Transport)? = nil,
        pressure: any MemoryPressure = PressureFile()
    ) throws(MayflyError) {
        store = try Store(home: home, summaryFallback: policy.summaryFallback)
        let gone = try store.endOrphans(at: clock.now)
        self.clock = clock
        self.sessionStates = sessionStates ?? LocalSessionStates(store: store)
        media = MediaStore(home: home)
        loop = try EventLoop.running()
        live = LiveWorkers(loop: loop, pressure: pressure, launcher: launcher)
        let converter = PictureConverter(
            program: mediaWorker ?? Self.programFolder + "/mayfly-media-worker",
            confinement: confinement,
            deadline: policy.conversion,
            loop: loop
        )
        courier = Courier(
            store: store,
            transport: transport ?? LoopbackTransport(store: store),
            media: OutgoingMedia(media: media, converter: converter)
        )
        watcher = HomeWatcher(home, loop: loop)
        self.searchPath = searchPath
        self.policy = policy
        self.confinement = confinement
        self.launcher = launcher
        if confinement.layers.contains(.cgroup) {
            ControlGroups.clearLeftovers()
            ControlGroups.clearLeftovers(of: gone)
        }
    }

    /// The worker that lies beside the running program.
    package static var workerProgram: String { programFolder + "/mayfly-worker" }

    package static var programFolder: String { Bundle.main.executableURL?.deletingLastPathComponent().path ?? "." }

    // MARK: Extensions

    /// Reads what the folders of the search path hold now. No library is opened.
    public func catalog() -> Catalog { Catalog.scan(folders: searchPath.folders) }

    /// Copies a bundle into the home folder; one of the same id is replaced, and keeps its identities (C-193).
    @discardableResult
    public func install(bundleAt path: String) throws(MayflyError) -> ExtensionBundle {
        try Installer(home: store.home.path).install(bundleAt: path)
    }

    /// Removes a bundle that `install` put there, its private folders and its identities (3.16).
    public func uninstall(_ id: ExtensionID) throws(MayflyError) {
        let installer = Installer(home: store.home.path)
        try installer.requireInstalled(id, searchPath: searchPath)
        // The bundle goes last: if this is cut short, it is there to be removed once more, with what is left of it.
        try store.endInstalls(of: id)
        wakeWindows()
        for device in try store.devices() {
            try FolderRemoval.remove(store.home.privateFolder(of: id, on: device.id))
        }
        try installer.uninstall(id, searchPath: searchPath)
    }

    /// Whether the folder of a bundle is still there.
    func has(_ bundle: ExtensionBundle) -> Bool { FileManager.default.fileExists(atPath: bundle.folder) }

    // MARK: Devices and conversations

    /// Makes a device, that of one person on this machine. What its profile is decides what it gets and can do.
    @discardableResult
    public func createDevice(_ name: String, profile: DeviceProfile = .full) throws(MayflyError) -> DeviceRecord {
        try store.createDevice(name, profile: profile)
    }

    public func devices() throws(MayflyError) -> [DeviceRecord] { try store.devices() }

    /// Makes a conversation of the owners of these devices.
    @discardableResult
    public func createConversation(_ name: String, with devices: [String]) throws(MayflyError) -> ConversationRecord {
        try store.createConversation(name, with: devices)
    }

    public func conversations() throws(MayflyError) -> [ConversationRecord] { try store.conversations() }

    /// All conversations with their members; with a device, its own, the last active first, and how each ends there.
    public func overviews(as device: String? = nil) throws(MayflyError) -> [ConversationOverview] {
        guard let device else { return try store.overviews() }
        return try store.overviews(on: store.device(named: device).id)
    }

    public func members(of conversation: ConversationRecord) throws(MayflyError) -> [DeviceRecord] {
        try store.members(of: conversation.id)
    }

    /// What a device shows of a conversation now: the end of the transcript, and the input field.
    ///
    /// It only looks: what expires once it was read is read in a window.
    public func look(
        at conversation: String,
        as device: String? = nil
    ) throws(MayflyError) -> (transcript: TranscriptPage, draft: Draft) {
        let place = try find(conversation, device)
        try store.expire(in: place.conversation.id, on: place.device.id, at: clock.now)
        let snapshot = try store.look(at: place.conversation.id, on: place.device.id)
        return (snapshot.page, snapshot.draft)
    }

    /// The rows of a transcript above those of a page.
    public func page(
        before later: TranscriptPage,
        of conversation: String,
        as device: String? = nil
    ) throws(MayflyError) -> TranscriptPage {
        let place = try find(conversation, device)
        return try store.page(before: later, in: place.conversation.id, on: place.device.id)
    }

    // MARK: Windows

    /// Opens a window on a conversation, as one of its devices, for the time of `body`.
    ///
    /// `device` nil means the conversation's first. When `body` ends, however it ends, the extension has resigned, and
    /// every process that the window started is ended and reaped. `observer` is told what happens, in order; it must
    /// return soon.
    public func withWindow<Result: Sendable>(
        on conversation: String,
        as device: String? = nil,
        observer: @escaping @Sendable (HostEvent) -> Void = { _ in },
        _ body: @Sendable (ConversationWindow) async throws -> Result
    ) async throws -> Result {
        let place = try find(conversation, device)
        try await deliverPending { observer(.log($0, .warning, $1)) }
        let window = try ConversationWindow(
            host: self,
            device: place.device,
            conversation: place.conversation,
            observer: observer
        )
        windows.withLock { $0[ObjectIdentifier(window)] = WeakWindow(window: window) }
        await watcher.start { [weak self] in self?.wakeWindows() }
        // A task of its own, because the end of a window must not be cut short when the caller is cancelled. It is
        // waited for below, on every path.
        let running = Task { await window.run() }
        let result: Swift.Result<Result, any Error>
        do {
            result = .success(try await body(window))
        } catch {
            result = .failure(error)
        }
        try? await window.act(.shutDown)
        await running.value
        windows.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(window)) }
        return try result.get()
    }

    private func find(
        _ conversation: String,
        _ device: String?
    ) throws(MayflyError) -> (conversation: ConversationRecord, device: DeviceRecord) {
        let record = try store.conversation(named: conversation)
        let members = try store.members(of: record.id)
        guard let device else {
            guard let first = members.first else { throw MayflyError(.store, "conversation '\(record.name)' is empty") }
            return (record, first)
        }
        let found = try store.device(named: device)
        guard members.contains(found) else {
            let names = members.map(\.name).joined(separator: ", ")
            throw MayflyError(.unknownDevice, "'\(found.name)' is not in '\(record.name)'; its members are \(names)")
        }
        return (record, found)
    }

    // MARK: Delivery

    /// Takes what was sent to the other devices, and wakes the windows that are open on them.
    func deliver(_ envelope: Envelope, report: OutgoingMedia.Report) async {
        do throws(MayflyError) {
            _ = try await courier.deliver(envelope, report: report)
        } catch {
            // It stays in the outbox, from where the next window delivers it.
            report(nil, "a message is not delivered yet: \(error.message)")
        }
        wakeWindows()
    }

    private func deliverPending(report: OutgoingMedia.Report) async throws(MayflyError) {
        if try await courier.deliverPending(report: report) > 0 { wakeWindows() }
    }

    func wakeWindows() {
        let open = windows.withLock { windows in windows.values.compactMap(\.window) }
        for window in open { window.post(.logGrew) }
    }
}
