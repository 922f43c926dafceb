internal import Foundation
public import MayflyBundles
internal import MayflyLinux
public import MayflyModel
public import MayflyStore
public import MayflyWorkers

/// The host: knows the extensions, the devices and the conversations of one home folder, and opens windows on them.
///
/// One for each program. It is safe to use from any thread.
public final class ExtensionHost: Sendable {
    let services: HostServices

    package var store: Store { services.store }
    package var media: MediaStore { services.media }

    /// Opens the home folder, and makes it if it does not exist. Messages that an earlier process did not deliver are
    /// delivered while a window is open, first those of its conversation.
    ///
    /// - Parameters:
    ///   - searchPath: the folders with extensions; nil means the standard ones.
    ///   - confinement: how extensions are started, and the sandbox around them.
    ///   - worker: the path of the program `mayfly-worker`; nil means the one beside the running program.
    ///   - mediaWorker: the same for `mayfly-media-worker`.
    ///   - fetchProgram: the same for `mayfly-fetch`, which makes the requests of extensions that have `network:HOST`.
    ///   - providers: what the app does for extensions beyond messages; extensions are told that the rest is unavailable.
    ///   - sessionStates: what keeps the states of sessions; nil keeps them in the home folder.
    ///   - transport: what carries messages to the other members; nil carries them between the devices of the home folder. What
    ///     others send arrives by `receive`.
    /// - Throws: `.store` where the database cannot be opened; `.files` where a program is to be beside the running one, and that
    ///   one's folder was removed or has a path that is not UTF-8.
    public convenience init(
        home: HomeFolder,
        searchPath: SearchPath? = nil,
        policy: Policy = Policy(),
        confinement: Confinement = Confinement(),
        clock: any HostClock = SystemClock(),
        worker: String? = nil,
        mediaWorker: String? = nil,
        fetchProgram: String? = nil,
        providers: Providers = Providers(),
        sessionStates: (any SessionStateProvider)? = nil,
        transport: (any Transport)? = nil
    ) throws(MayflyError) {
        try self.init(
            home: home,
            searchPath: searchPath,
            policy: policy,
            confinement: confinement,
            clock: clock,
            launcher: nil,
            worker: worker,
            mediaWorker: mediaWorker,
            fetchProgram: fetchProgram,
            providers: providers,
            sessionStates: sessionStates,
            transport: transport
        )
    }

    /// A host for programs that only read. When the home folder cannot be written, it reads a copy of the database, and
    /// loses what is written to it.
    package convenience init(reading home: HomeFolder) throws(MayflyError) {
        try self.init(home: home, launcher: nil, isReading: true)
    }

    /// What the other initializers do. `launcher` starts the workers; nil means that of the confinement, with the program `worker`.
    /// `watcher` is told of each launch.
    package init(
        home: HomeFolder,
        searchPath: SearchPath? = nil,
        policy: Policy = Policy(),
        confinement: Confinement = Confinement(),
        clock: any HostClock = SystemClock(),
        launcher: (any WorkerLauncher)?,
        worker: String? = nil,
        mediaWorker: String? = nil,
        fetchProgram: String? = nil,
        reach: NetworkReach = .everyPublicServer,
        providers: Providers = Providers(),
        sessionStates: (any SessionStateProvider)? = nil,
        transport: (any Transport)? = nil,
        pressure: any MemoryPressure = PressureFile(),
        watcher: (any LaunchWatcher)? = nil,
        isReading: Bool = false
    ) throws(MayflyError) {
        let launcher =
            if let launcher { launcher } else {
                confinement.launcher(
                    program: try Self.program("mayfly-worker", worker),
                    deadline: policy.launch,
                    loop: try EventLoop.running()
                )
            }
        let store = try Store(home: home, summaryFallback: policy.summaryFallback, isReading: isReading)
        let gone: [ProcessIdentity]
        do throws(MayflyError) {
            gone = try store.endOrphans(at: clock.now)
        } catch {
            // Who only reads does not fail because nothing can be written: a disk may be full. The next host does it.
            guard isReading else { throw error }
            gone = []
        }
        // What an earlier host left. Where that fails, for example on a full disk, it stays until later, and who only reads does not
        // wait for it.
        if !isReading {
            try? store.collectFiles()
            try? store.sweepFiles()
        }
        services = try HostServices(
            store: store,
            searchPath: searchPath ?? .standard(home: home.path),
            policy: policy,
            confinement: confinement,
            clock: clock,
            launcher: launcher,
            sessionStates: sessionStates ?? LocalSessionStates(store: store),
            pressure: pressure,
            mediaWorker: try Self.program("mayfly-media-worker", mediaWorker),
            network: NetworkBroker(
                program: try Self.program("mayfly-fetch", fetchProgram),
                reach: reach,
                deadline: policy.service
            ),
            providers: providers,
            transport: transport ?? LoopbackTransport(store: store),
            launchWatcher: watcher
        )
        if confinement.layers.contains(.cgroup) {
            ControlGroups.clearLeftovers()
            ControlGroups.clearLeftovers(of: gone)
        }
    }

    /// The path of the worker program beside the running program.
    package static func workerProgram() throws(MayflyError) -> String { try program("mayfly-worker") }

    /// The path of a program: the given one, or of that name beside the running program.
    package static func program(_ name: String, _ given: String? = nil) throws(MayflyError) -> String {
        if let given { return given }
        return try RunningProgram.folder() + "/" + name
    }

    // MARK: Extensions

    /// Reads what the folders of the search path hold now. No library is opened.
    public func catalog() -> Catalog { services.catalog() }

    /// The same in a thread that may wait, and once for all who ask meanwhile.
    package func readCatalog() async -> Catalog { await services.readCatalog() }

    /// Copies a bundle into the home folder; one of the same id is replaced, and keeps its identities (C-193).
    ///
    /// - Parameter isStopped: is asked again and again, also on the way. Where it says true, nothing is installed, and the error's cause
    ///   is a `CancellationError`.
    @discardableResult
    public func install(
        bundleAt path: String,
        unless isStopped: (() -> Bool)? = nil
    ) throws(MayflyError) -> ExtensionBundle {
        let former = Set(catalog().bundles.map(\.id))
        let installer = Installer(home: store.home.path)
        var isOfStore = false
        let bundle = try installer.install(bundleAt: path, unless: isStopped) { bundle throws(MayflyError) in
            isOfStore = installer.notes(of: bundle.id) != nil
            if isOfStore { try forgetAnswers(of: bundle.id) }
        }
        try noteInstall(of: bundle, isNew: !former.contains(bundle.id), isOthers: isOfStore)
        guard isOfStore else { return bundle }
        return bundle.warning(
            "it takes the place of \(bundle.id) that came from a store, with the private files of that one: what was answered to that one does not count any more, and the store gives no updates for this one"
        )
    }

    /// Forgets all answers to an extension. It is called before a bundle that came from elsewhere takes its place: where the program is
    /// killed on the way, nobody inherits what was answered to another one.
    package func forgetAnswers(of id: ExtensionID) throws(MayflyError) { try store.forgetAnswers(of: id, besides: [:]) }

    /// Notes what follows from an installation: a new extension is the first of those used last (C-016), and what a version does not ask
    /// for any more, or for another reason, is not granted to it.
    ///
    /// - Parameter isOthers: whether it takes the place of one that came from elsewhere. Then no answer counts any more, also none that
    ///   was given after `forgetAnswers`.
    package func noteInstall(of bundle: ExtensionBundle, isNew: Bool, isOthers: Bool = false) throws(MayflyError) {
        // It is installed, also where its place in the drawer cannot be written. An update keeps the place.
        if isNew { try? store.noteUse(of: bundle.id, at: services.clock.now) }
        // A launch does it too, where the bundle was replaced in another way.
        let declared = isOthers ? [:] : bundle.manifest.wordings
        try store.forgetAnswers(of: bundle.id, besides: declared)
    }

    /// Removes a bundle that `install` put there, its folders, its identities and the states of its sessions in the home folder
    /// (3.16).
    ///
    /// - Parameter isStopped: is asked while it waits for another program that installs, as that of `install`.
    public func uninstall(_ id: ExtensionID, unless isStopped: (() -> Bool)? = nil) throws(MayflyError) {
        let installer = Installer(home: store.home.path)
        try installer.requireInstalled(id, searchPath: services.searchPath, unless: isStopped)
        // Also where it fails, windows close what is not installed any more.
        defer { services.wakeWindows() }
        try store.forget(id) { () throws(MayflyError) in
            services.wakeWindows()
            try installer.uninstall(id, searchPath: services.searchPath, unless: isStopped)
        }
    }

    /// The folders of an extension on a device, which are made if they are missing.
    package func folders(of id: ExtensionID, on device: DeviceID) throws(MayflyError) -> ExtensionFolders {
        try store.makeFolders(of: id, on: device)
    }

    /// Switches an extension on or off on a device; nil means on all devices there are.
    ///
    /// Off ends the install: where the extension is open it resigns (3.16), and when it is switched on again it knows
    /// all people by new identifiers (C-191). The files in its private folder stay.
    /// - Throws: `.unknownDevice`; `.store`.
    public func setEnabled(_ isEnabled: Bool, _ id: ExtensionID, on device: String? = nil) throws(MayflyError) {
        let all = try devices()
        let chosen = try device.map { name throws(MayflyError) in [try store.device(named: name)] } ?? all
        for device in chosen { try store.setEnabled(isEnabled, id, on: device.id) }
        services.wakeWindows()
    }

    /// Whether an extension may be opened on a device.
    public func isEnabled(_ id: ExtensionID, on device: DeviceRecord) throws(MayflyError) -> Bool {
        try services.isEnabled(id, on: device)
    }

    /// Forgets the failures of an extension: one that rests may be launched again. False when there were none.
    /// - Throws: `.store`.
    @discardableResult
    public func reset(_ id: ExtensionID) throws(MayflyError) -> Bool { try store.forgetCrashes(of: id) }

    // MARK: Devices and conversations

    /// Makes a device. Its profile decides which messages it gets, and whether it runs extensions.
    ///
    /// - Parameters:
    ///   - owner: the name of the person whose device it is, one of `mostDevices`. It gets what comes from now on in all conversations of
    ///     the person. Nil makes a new person of the name of the device.
    ///   - id: the identifier that the device has elsewhere, where a transport of the app connects several home folders; nil makes a new
    ///     one. The first device of a person must have the same one in all of them.
    /// - Throws: `.invalidName`, `.alreadyExists`; `.unknownDevice` for an owner who is not known; `.invalidInput` for an owner that is only
    ///   a device of somebody, and where there would be more devices than there may be; `.store`.
    @discardableResult
    public func createDevice(
        _ name: String,
        profile: DeviceProfile = .full,
        of owner: String? = nil,
        id: DeviceID? = nil
    ) throws(MayflyError) -> DeviceRecord {
        try store.createDevice(name, profile: profile, of: owner, id: id ?? DeviceID())
    }

    /// The largest number of devices of a person.
    public static let mostDevices = Store.mostDevices

    /// All devices of the home folder.
    public func devices() throws(MayflyError) -> [DeviceRecord] { try store.devices() }

    /// - Throws: `.unknownDevice`, with the names of those that are known.
    package func device(named name: String) throws(MayflyError) -> DeviceRecord { try store.device(named: name) }

    /// The names of the people who own a device of the home folder.
    public func people() throws(MayflyError) -> People { People(try devices()) }

    /// The largest number of devices of all members of a conversation together.
    public static let mostMembers = Store.mostMembers

    /// Makes a conversation of these people: two or more, each once, of together no more than `mostMembers` devices. All their devices are in
    /// it.
    ///
    /// - Parameter id: the identifier that the conversation has elsewhere, as for `createDevice`; nil makes a new one.
    @discardableResult
    public func createConversation(
        _ name: String,
        with people: [String],
        id: ConversationID? = nil
    ) throws(MayflyError) -> ConversationRecord {
        try store.createConversation(name, with: people, id: id ?? ConversationID())
    }

    /// All conversations of the home folder.
    public func conversations() throws(MayflyError) -> [ConversationRecord] { try store.conversations() }

    /// All conversations with their members. With a device, only those of the device, the last active first, each with its newest
    /// entry there. Messages whose time is over are deleted first, and left out where that fails.
    public func overviews(as device: String? = nil) throws(MayflyError) -> [ConversationOverview] {
        guard let device else { return try store.overviews() }
        let (id, now) = (try store.device(named: device).id, services.clock.now)
        try? store.expire(on: id, at: now)
        return try store.overviews(on: id, at: now)
    }

    /// An element whenever conversations or input fields may have changed, by this or by another program: a list of conversations is
    /// read again then. Changes that come together are one element, and so are those that come while nobody reads the stream.
    public func changes() async -> AsyncStream<Void> { await services.changes() }

    /// The devices of the people in a conversation, in the order in which these were named when it was made; devices that were made later
    /// come last.
    public func members(of conversation: ConversationRecord) throws(MayflyError) -> [DeviceRecord] {
        try store.members(of: conversation.id)
    }

    /// What a device shows of a conversation now: the end of the transcript, and the input field.
    ///
    /// A message that expires counts as read only when a window shows it. One whose time is over is deleted first, and left out where
    /// that fails.
    public func look(
        at conversation: String,
        as device: String? = nil
    ) throws(MayflyError) -> (transcript: TranscriptPage, draft: Draft) {
        let (conversation, device) = try find(conversation, device)
        let now = services.clock.now
        try? store.expire(in: conversation.id, on: device.id, at: now)
        let snapshot = try store.look(at: conversation.id, on: device.id, at: now)
        return (snapshot.page, snapshot.draft)
    }

    /// The rows of a transcript above those of a page.
    public func page(
        before later: TranscriptPage,
        of conversation: String,
        as device: String? = nil
    ) throws(MayflyError) -> TranscriptPage {
        let (conversation, device) = try find(conversation, device)
        return try store.page(before: later, in: conversation.id, on: device.id, at: services.clock.now)
    }

    // MARK: Windows

    /// Opens a window on a conversation, as one of its devices, for the time of `body`.
    ///
    /// `device` nil means the conversation's first. When `body` ends, however it ends, the extension has resigned, and
    /// every process that the window started is ended and reaped, except one that a debugger holds (`Policy.ending`).
    /// `observer` is told what happens, in order; it must return soon. `showsQuestions` says that it shows the person the questions of
    /// extensions for permissions, and that `ConversationWindow.answer` is called then; otherwise each is answered with no.
    /// `showsPayments` says the same of `HostEvent.payment` and `ConversationWindow.answerPayment`; otherwise each payment is cancelled.
    /// `provides` has `.camera` and `.photos` where the observer has the person take or choose pictures for extensions, and
    /// `ConversationWindow.providePicture` or `refusePicture` is called then; it comes before what `Providers` has for them.
    /// `languages` are those of the person: questions and errors have the texts of manifests in them, and an extension is told the first
    /// of them instead of `Policy.locale`. Nothing that is sent depends on them.
    ///
    /// When the task is cancelled, the window closes at once, also while `body` runs: actions that wait return, and
    /// later ones throw. The extension resigns within three times `Policy.resign`, or is ended. A message whose pictures are being
    /// converted stays in the outbox, and is delivered while the next window is open.
    public func withWindow<Result: Sendable>(
        on conversation: String,
        as device: String? = nil,
        showsQuestions: Bool = false,
        showsPayments: Bool = false,
        provides: Set<PermissionName> = [],
        languages: Languages = .none,
        observer: @escaping @Sendable (HostEvent) -> Void = { _ in },
        _ body: @Sendable (ConversationWindow) async throws -> Result
    ) async throws -> Result {
        let window = try await openWindow(
            on: conversation,
            as: device,
            showsQuestions: showsQuestions,
            showsPayments: showsPayments,
            provides: provides,
            languages: languages,
            observer: observer
        )
        return try await withTaskCancellationHandler {
            let result: Swift.Result<Result, any Error>
            do {
                result = .success(try await body(window))
            } catch {
                result = .failure(error)
            }
            await window.close()
            return try result.get()
        } onCancel: {
            window.cancel()
        }
    }

    /// Opens a window on a conversation, as one of its devices, until `ConversationWindow.close` is called.
    ///
    /// For an app whose windows come and go with what is on the screen; `withWindow` closes its window by itself. The caller must
    /// close the window: one that is not closed keeps its extension and its processes until the program ends.
    ///
    /// `device` nil means the conversation's first. `observer` is told what happens, in order; it must return soon. `showsQuestions`,
    /// `showsPayments`, `provides` and `languages` are as in `withWindow`.
    /// - Throws: `.unknownConversation`, `.unknownDevice`, `.store`.
    public func openWindow(
        on conversation: String,
        as device: String? = nil,
        showsQuestions: Bool = false,
        showsPayments: Bool = false,
        provides: Set<PermissionName> = [],
        languages: Languages = .none,
        observer: @escaping @Sendable (HostEvent) -> Void = { _ in }
    ) async throws(MayflyError) -> ConversationWindow {
        let (conversation, device) = try find(conversation, device)
        let window = try ConversationWindow(
            services: services,
            device: device,
            conversation: conversation,
            showsQuestions: showsQuestions,
            showsPayments: showsPayments,
            provides: provides,
            languages: languages,
            observer: observer
        )
        await window.begin()
        return window
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
            throw MayflyError(.unknownDevice, "'\(found.name)' is not in '\(record.name)'; its devices are \(names)")
        }
        return (record, found)
    }
}
