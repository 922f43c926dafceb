internal import Foundation
internal import MayflyBundles
internal import MayflyDistribution
internal import MayflyHost
internal import MayflyLinux
internal import MayflyModel
internal import MayflyRepository
internal import Synchronization

/// What the clients of a host do with stores: one change after the other, in threads that may wait for a network.
final class StoreWork: Sendable {
    /// An offer with its store, and with what is installed.
    struct Entry: Sendable {
        let store: AddedStore
        let offer: Offer
        let installed: SemanticVersion?
        /// Whether it can take the place of what is installed.
        let isUpdate: Bool
    }

    private let stores: Stores
    private let installer: Installer
    private let searchPath: SearchPath
    private let host: ExtensionHost
    /// Where files of the home folder are read.
    private let reading = WorkThread()
    private let changing = WorkThread()
    /// Where pictures are fetched, for which the lists do not wait.
    private let picturing = WorkThread()
    private let downloads = Mutex<[ExtensionID: (received: Int, size: Int)]>([:])
    private let cancellations = Cancellations()
    /// Grows with each step of a download.
    private let steps = EventLog(mostEvents: 1)

    private static let longestWait = Duration.seconds(25)

    init(_ host: ExtensionHost) {
        self.host = host
        let home = host.store.home.path
        stores = Stores(home: home, fetchProgram: (try? ExtensionHost.program("mayfly-fetch")) ?? "mayfly-fetch") {
            SystemClock().now
        }
        installer = Installer(home: home)
        searchPath = .standard(home: home)
    }

    /// The stores as they are known without a network.
    func all() async throws -> [(address: StoreAddress, store: Result<AddedStore, MayflyError>)] {
        try await reading.run { [stores] stop in
            let all = stores.all(unless: { stop.isSet })
            if stop.isSet { throw MayflyError.stopped }
            return all
        }
    }

    func change<Value: Sendable>(_ body: @escaping @Sendable (Stores, WorkThread.Stop) throws -> Value) async throws
        -> Value
    {
        try await changing.run { [stores] stop in try body(stores, stop) }
    }

    /// A change that fetches something of a store itself, until `cancel` ends it.
    func change<Value: Sendable>(
        at address: StoreAddress,
        _ body: @escaping @Sendable (Stores, WorkThread.Stop) throws -> Value
    ) async throws -> Value {
        try await cancellations.run(Cancellations.Work(store: address, id: nil)) { try await self.change(body) }
    }

    /// Ends what fetches something of a store: the install of an extension, or with nil the changes of the store itself.
    func cancel(_ id: ExtensionID?, from address: StoreAddress) {
        cancellations.cancel(Cancellations.Work(store: address, id: id))
    }

    /// The latest version of each extension of each store that has all of the words, promoted ones first.
    func offers(_ words: [String]) async throws -> [Entry] {
        try await reading.run { [self] stop in
            let all = stores.all(unless: { stop.isSet }).compactMap { try? $0.store.get() }
            let entries = try all.flatMap { store in
                try store.latest.filter { words.isEmpty || $0.matches(words) }.map { offer in
                    if stop.isSet { throw MayflyError.stopped }
                    return entry(offer, of: store)
                }
            }
            let isFirst = { (entry: Entry) in entry.store.promoted.contains(entry.offer.id) }
            return entries.filter(isFirst) + entries.filter { !isFirst($0) }
        }
    }

    private func entry(_ offer: Offer, of store: AddedStore) -> Entry {
        let installed = installer.version(of: offer.id)
        let source = installed.flatMap { _ in installer.source(of: offer.id) }
        let isSame = source?.isSame(as: offer, of: store) == true
        return Entry(
            store: store,
            offer: offer,
            installed: installed,
            isUpdate: isSame && installed.map { $0 < offer.version } == true
        )
    }

    /// The bytes of a picture that an offer of the store names by its SHA-256.
    func picture(_ name: String, of address: StoreAddress) async throws -> [UInt8] {
        try await picturing.run { [self] stop in
            let store = try stores.store(at: address, unless: { stop.isSet })
            let pictures = store.offers.lazy.flatMap { [$0.icon] + $0.screenshots.map(\.file) }
            guard let file = pictures.first(where: { $0.sha256.hexadecimal == name }) else {
                throw MayflyError(
                    .files,
                    "no offer of \(address.text) names the picture \(SafeText.line(name, limit: 80))"
                )
            }
            return try stores.picture(file, of: store, unless: { stop.isSet })
        }
    }

    /// Installs the latest version that a store has. The person has seen what it may ask for: where that is more than `accepted`,
    /// nothing is installed; nor where it brings an app at another address than `app`, which is empty where none was shown.
    func install(_ id: ExtensionID, from address: StoreAddress, accepted: [String], app: String) async throws
        -> ExtensionBundle
    {
        try await cancellations.run(Cancellations.Work(store: address, id: id)) {
            try await self.carryOut(id, from: address, accepted: accepted, app: app)
        }
    }

    private func carryOut(_ id: ExtensionID, from address: StoreAddress, accepted: [String], app: String) async throws
        -> ExtensionBundle
    {
        try await changing.run { [self] stop in
            var store = try stores.store(at: address, unless: { stop.isSet })
            // What is known may be old; where the store cannot be reached, it counts as long as it has not expired.
            do throws(MayflyError) {
                store = try stores.update(store.address, unless: { stop.isSet })
            } catch {
                guard error.code == .unreachable else { throw error }
            }
            guard let offer = store.latest.first(where: { $0.id == id }) else {
                throw MayflyError(.unknownExtension, "\(address.text) does not have \(id)")
            }
            guard offer.runsHere else {
                throw MayflyError(.notPossibleNow, "\(id) \(offer.version) does not run on \(Platform.current)")
            }
            let unseen = offer.permissions.map(\.name).filter { !accepted.contains($0) }
            guard unseen.isEmpty else {
                throw MayflyError(
                    .notAsShown,
                    "\(id) \(offer.version) may ask for \(unseen.joined(separator: ", ")), which was not shown"
                )
            }
            if let brought = offer.app, !brought.url.hasSameBytes(as: app) {
                throw MayflyError(
                    .notAsShown,
                    "\(id) \(offer.version) brings an app at \(brought.url), which was not shown"
                )
            }
            note(id, (0, offer.archive.length))
            defer { note(id, nil) }
            try requireSuccessor(offer, of: installer.version(of: id), in: store)
            let (bundle, isNew, isOthers) = try stores.install(
                offer,
                from: store,
                with: installer,
                unless: { stop.isSet },
                // A slow server leaves others time to install something else meanwhile.
                ifStill: { () throws(MayflyError) in
                    try requireSuccessor(offer, of: installer.version(of: id), in: store)
                },
                beforeOthers: { () throws(MayflyError) in try host.forgetAnswers(of: id) },
                progress: { received in note(id, (received, offer.archive.length)) }
            )
            try host.noteInstall(of: bundle, isNew: isNew, isOthers: isOthers)
            return bundle
        }
    }

    /// Throws `.notPossibleNow` where the installed version is newer, or came from elsewhere.
    private func requireSuccessor(_ offer: Offer, of installed: SemanticVersion?, in store: AddedStore)
        throws(MayflyError)
    {
        guard let installed else { return }
        guard installer.hasSource(of: offer, in: store) else {
            throw MayflyError(
                .notPossibleNow,
                "\(offer.id) \(installed) was not installed from \(store.address.text); remove it first"
            )
        }
        guard offer.version >= installed else {
            throw MayflyError(
                .notPossibleNow,
                "\(offer.id) \(installed) is installed, which is newer than \(offer.version)"
            )
        }
    }

    func rollBack(_ id: ExtensionID) async throws -> ExtensionBundle {
        try await changing.run { [self] _ in
            let (bundle, isOthers) = try installer.goBack(id, searchPath: searchPath) { () throws(MayflyError) in
                try host.forgetAnswers(of: id)
            }
            try host.noteInstall(of: bundle, isNew: false, isOthers: isOthers)
            return bundle
        }
    }

    private func note(_ id: ExtensionID, _ progress: (received: Int, size: Int)?) {
        let isNew = downloads.withLock { downloads in
            let before = downloads[id]
            downloads[id] = progress
            guard let before, let progress, progress.size > 0 else { return true }
            return before.received * 100 / progress.size != progress.received * 100 / progress.size
        }
        if isNew { steps.append("step") { _ in "" } }
    }

    /// How much was fetched, once that is more than `known`, or it is installed, or some time has passed.
    func progress(of id: ExtensionID, after known: Int) async -> (received: Int, size: Int) {
        let deadline = ContinuousClock.now + Self.longestWait
        while true {
            let seen = steps.last
            let progress = downloads.withLock { $0[id] }
            let left = deadline - ContinuousClock.now
            guard let progress, progress.received <= known, left > .zero else { return progress ?? (0, 0) }
            _ = await steps.next(after: seen, most: 1, within: left)
        }
    }

    func endWaits() { steps.endWaits() }
}
