internal import Foundation
internal import MayflyBundles
internal import MayflyLinux
internal import MayflyModel
internal import MayflyStore
internal import MayflyWorkers
internal import Synchronization

/// What an `ExtensionHost` and its windows share: the store, the launcher of workers, the delivery of messages, and the list of
/// the windows that are open.
final class HostServices: Sendable {
    let store: Store
    let media: MediaStore
    let launcher: any WorkerLauncher
    let loop: EventLoop
    let policy: Policy
    let confinement: Confinement
    let clock: any HostClock
    let sessionStates: any SessionStateProvider
    /// The workers that live, over all windows.
    let live: LiveWorkers
    let lateReceipts = LateReceipts()
    let searchPath: SearchPath
    /// Converts the pictures of cards, and those of messages.
    let pictures: PictureConverter
    /// Those that a browser gets.
    let shownPictures: ShownPictures
    /// Those that a terminal gets.
    let pixelPictures: ShownPictures
    /// Makes the names in reports of crashes readable.
    let names: NameConverter
    /// What the app does for extensions beyond messages.
    let providers: Providers
    /// Makes the requests of extensions.
    let network: NetworkBroker
    /// What watches the launches, such as a trace; nil for nothing.
    let launchWatcher: (any LaunchWatcher)?
    /// Holds those back that look at their conversations at once: what one window writes wakes all of them, and the work of others would
    /// come after all these looks.
    let looks = AsyncSemaphore(2)
    /// Checks what transports bring: a peer decides how much it is.
    let receiving = WorkThread()
    /// Unpacks libraries that are bundles by themselves.
    let unpacking = WorkThread()
    private let catalogReader: SharedReader<Catalog>
    private let courier: Courier
    private let watcher: HomeWatcher
    private let windows: OpenWindows
    private let isDeliveringElsewhere = Mutex(false)

    /// The windows that are open.
    private final class OpenWindows: Sendable {
        private struct State {
            var last = 0
            var windows: [Int: Window] = [:]
        }

        private let state = Mutex(State())

        var all: [Window] { state.withLock { Array($0.windows.values) } }

        func add(_ window: Window) -> Int {
            state.withLock { state in
                state.last += 1
                state.windows[state.last] = window
                return state.last
            }
        }

        func remove(_ number: Int) { state.withLock { _ = $0.windows.removeValue(forKey: number) } }
    }

    /// What the host tells a window.
    struct Window: Sendable {
        /// It reads its conversation again.
        let wake: @Sendable () -> Void
        /// It logs a warning of the host.
        let warn: @Sendable (String) -> Void
        /// It writes the states and receipts of its launches.
        let catchUp: @Sendable () async -> Void
    }

    init(
        store: Store,
        searchPath: SearchPath,
        policy: Policy,
        confinement: Confinement,
        clock: any HostClock,
        launcher: any WorkerLauncher,
        sessionStates: any SessionStateProvider,
        pressure: any MemoryPressure,
        mediaWorker: String,
        network: NetworkBroker,
        providers: Providers,
        transport: any Transport,
        launchWatcher: (any LaunchWatcher)? = nil
    ) throws(MayflyError) {
        self.store = store
        self.searchPath = searchPath
        catalogReader = SharedReader { Catalog.scan(searchPath) }
        self.policy = policy
        self.confinement = confinement
        self.clock = clock
        self.launcher = launcher
        self.sessionStates = sessionStates
        self.network = network
        self.providers = providers
        self.launchWatcher = launchWatcher
        loop = try EventLoop.running()
        media = MediaStore(home: store.home)
        let windows = OpenWindows()
        self.windows = windows
        live = LiveWorkers(loop: loop, pressure: pressure, launcher: launcher) { line in
            for window in windows.all { window.warn(line) }
        }
        let converter = PictureConverter(
            program: mediaWorker,
            confinement: confinement,
            deadline: policy.conversion,
            loop: loop
        )
        pictures = converter
        shownPictures = ShownPictures(
            program: mediaWorker,
            confinement: confinement,
            deadline: policy.conversion,
            loop: loop
        )
        pixelPictures = ShownPictures(
            program: mediaWorker,
            confinement: confinement,
            pixels: true,
            deadline: policy.conversion,
            loop: loop
        )
        names = NameConverter(
            program: mediaWorker,
            confinement: confinement,
            // The person waits for the end of what crashed. The process has one second of processor time, which takes longer on a
            // busy machine.
            deadline: min(policy.conversion, .seconds(5)),
            loop: loop
        )
        courier = Courier(
            store: store,
            transport: transport,
            media: OutgoingMedia(media: media, converter: converter)
        )
        watcher = HomeWatcher(store.home, loop: loop)
    }

    // MARK: Extensions

    /// Reads what the folders of the search path hold now. No library is opened.
    func catalog() -> Catalog { Catalog.scan(searchPath) }

    /// The same in a thread that may wait, and once for all who ask meanwhile.
    func readCatalog() async -> Catalog { await catalogReader.value() }

    /// Whether an extension may be opened on a device.
    func isEnabled(_ id: ExtensionID, on device: DeviceRecord) throws(MayflyError) -> Bool {
        try store.isEnabled(id, on: device.id)
    }

    /// Whether the folder of a bundle still exists.
    func has(_ bundle: ExtensionBundle) -> Bool { FileManager.default.fileExists(atPath: bundle.folder) }

    /// The messages that a device may take from other devices of its person.
    func handOffs(on device: DeviceRecord) throws(MayflyError) -> [HandOff] {
        try store.handOffs(on: device.id, at: clock.now).handOffs.filter {
            $0.state == .offered && $0.source.id != device.id
        }
    }

    // MARK: Windows

    /// Tells the window whenever a conversation may have changed, and of warnings, until `removeWindow` is called with the number that
    /// it gives.
    func addWindow(_ window: Window) async -> Int {
        let number = windows.add(window)
        await watcher.start { [weak self] in self?.wakeWindows() }
        return number
    }

    /// An element whenever a conversation may have changed, until nobody reads it any more.
    func changes() async -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = await addWindow(Window(wake: { continuation.yield() }, warn: { _ in }, catchUp: {}))
        continuation.onTermination = { [weak self] _ in self?.removeWindow(number) }
        return stream
    }

    func removeWindow(_ number: Int) { windows.remove(number) }

    /// Has every open window read its conversation again.
    func wakeWindows() {
        for window in windows.all { window.wake() }
    }

    /// Waits until what the windows know of their launches is in the store, for those who read it there.
    func writeLaunches() async {
        for window in windows.all { await window.catchUp() }
    }

    // MARK: Delivery

    /// Delivers an envelope to the other devices, and wakes the windows that are open on them. Where it stays in the outbox, the
    /// report says so.
    ///
    /// What another program is delivering before it may have several pictures, each of which takes up to `Policy.conversion`.
    func deliver(_ departure: Departure, report: OutgoingMedia.Report) async {
        defer { wakeWindows() }
        defer { withExtendedLifetime(departure.claim) {} }
        do throws(MayflyError) {
            let patience = policy.conversion * 3
            if try await courier.deliver(departure.envelope, inTurnWithin: patience, report: report) { return }
            report(nil, Departure.staysNote)
        } catch {
            report(nil, "a message is not delivered yet: \(error.message)")
        }
    }

    /// Delivers what an earlier program left in the outbox for a conversation.
    func deliverPending(in conversation: ConversationID, report: OutgoingMedia.Report) async {
        do throws(MayflyError) {
            if try await courier.deliverPending(in: .only(conversation), report: report) > 0 { wakeWindows() }
        } catch {
            report(nil, "what an earlier program sent is not delivered yet: \(error.message)")
        }
    }

    /// Delivers what an earlier program left for other conversations, for as long as the window on this one is open: after the task is
    /// cancelled, only what has no picture.
    ///
    /// One window of the host does it at a time, so that the others need not wait for the conversion of their pictures. Nobody is told of
    /// these pictures: a window shows nothing of another conversation.
    func deliverPending(elsewhereThan conversation: ConversationID) async {
        let isFirst = isDeliveringElsewhere.withLock { isDelivering in
            defer { isDelivering = true }
            return !isDelivering
        }
        guard isFirst else { return }
        defer { isDeliveringElsewhere.withLock { $0 = false } }
        // What fails here stays in the outbox, and its own window tells why.
        let count = try? await courier.deliverPending(in: .elsewhere(than: conversation))
        if let count, count > 0 { wakeWindows() }
    }
}
