internal import Foundation
internal import MayflyBundles
internal import MayflyLinux
package import MayflyModel
internal import MayflyRepository

/// The stores of a home folder.
package struct Stores: Sendable {
    /// The root of a store as its server gives it, before a person trusts it.
    package struct Introduction: Sendable {
        /// Where it is.
        package let address: StoreAddress
        /// The SHA-256 of `metadata/1.root.json`, in hexadecimal digits: what a person compares with what the store says elsewhere.
        package let fingerprint: String
        let root: [UInt8]
    }

    private let folder: String
    private let fetchProgram: String
    private let patience: Int
    private let longestUpdate: Duration
    private let now: @Sendable () -> Timestamp
    private let kept = KeptStores()

    /// The stores that a home folder has at most.
    package static let maximum = 32
    private static let removedPrefix = ".removed-"

    /// - Parameters:
    ///   - home: the home folder.
    ///   - fetchProgram: the path of `mayfly-fetch`.
    ///   - patience: for how many seconds a server may send next to nothing.
    ///   - longestUpdate: how long the update of a store may take as a whole.
    ///   - now: the time that expiry is compared with.
    package init(
        home: String,
        fetchProgram: String,
        patience: Int = FetchRequest.usualPatience,
        longestUpdate: Duration = .seconds(600),
        now: @escaping @Sendable () -> Timestamp
    ) {
        folder = home + "/stores"
        self.fetchProgram = fetchProgram
        self.patience = patience
        self.longestUpdate = longestUpdate
        self.now = now
    }

    // MARK: Reading

    /// The stores in the order of their addresses, as far as they are known without a network. A store whose root cannot be read has
    /// an error in place of itself.
    package func all(unless isStopped: (() -> Bool)? = nil) -> [(
        address: StoreAddress, store: Result<AddedStore, MayflyError>
    )] {
        let (records, time) = (records(), now())
        kept.keep(records)
        return records.map { record in
            (record.address, Result { () throws(MayflyError) in try known(record, at: time, unless: isStopped) })
        }
    }

    /// A store as far as it is known without a network.
    ///
    /// - Throws: `.unknownExtension` where it was not added; where its root cannot be read, what is wrong with it.
    package func store(at address: StoreAddress, unless isStopped: (() -> Bool)? = nil) throws(MayflyError)
        -> AddedStore
    {
        try known(try record(of: address), at: now(), unless: isStopped)
    }

    private func known(_ record: StoreRecord, at time: Timestamp, unless isStopped: (() -> Bool)?) throws(MayflyError)
        -> AddedStore
    {
        do throws(MayflyError) {
            return try kept.store(of: record, at: time) { () throws(MayflyError) in
                try AddedStore(record, try record.load(at: time), unless: isStopped)
            }
        } catch {
            throw error.named(record.address)
        }
    }

    private func record(of address: StoreAddress) throws(MayflyError) -> StoreRecord {
        guard let record = records().first(where: { $0.address == address }) else {
            throw MayflyError(
                .unknownExtension,
                "there is no store \(address.text); see 'mayfly store list'"
            )
        }
        return record
    }

    private func records() -> [StoreRecord] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { !$0.hasPrefix(".") }.compactMap { StoreRecord(folder: "\(folder)/\($0)") }
            .sorted { $0.address.text < $1.address.text }
    }

    // MARK: Changing

    /// Fetches the root of a store that is to be added.
    package func introduce(_ address: StoreAddress, unless isStopped: (() -> Bool)? = nil) throws(MayflyError)
        -> Introduction
    {
        let source = source(at: address, unless: isStopped)
        guard let root = try source.bytes(of: "metadata/1.root.json", limit: RoleName.root.limit) else {
            throw MayflyError(.unreachable, "\(address.text): has no file metadata/1.root.json; is it a store?")
        }
        do throws(MayflyError) {
            let first = try TrustedMetadata(trustedRoot: root, now: now()).rootVersion
            guard first == 1 else {
                throw MayflyError(.untrusted, "1.root.json: its version must be 1, found \(first)")
            }
        } catch {
            throw error.named(address)
        }
        return Introduction(address: address, fingerprint: SHA256.hash(root).hexadecimal, root: root)
    }

    /// Adds a store whose root the person trusts, and fetches what it offers.
    ///
    /// Where that fails, the store is not added. Throws `.alreadyExists`; `.untrusted`; `.unreachable`; `.files`.
    package func add(_ introduction: Introduction, unless isStopped: (() -> Bool)? = nil) throws(MayflyError)
        -> AddedStore
    {
        let lock = try lock(unless: isStopped)
        defer { extendLifetime(lock) }
        let known = records()
        guard !known.contains(where: { $0.address == introduction.address }) else {
            throw MayflyError(.alreadyExists, "the store \(introduction.address.text) was added before")
        }
        guard known.count < Self.maximum else {
            throw MayflyError(.notPossibleNow, "there are \(Self.maximum) stores already; remove one first")
        }
        let path = "\(folder)/\(introduction.address.folderName)"
        // What a killed program has begun.
        try? FileManager.default.removeItem(atPath: path)
        do throws(MayflyError) {
            return try update(
                StoreRecord(new: introduction.address, in: path, root: introduction.root),
                unless: isStopped
            )
        } catch {
            try? FileManager.default.removeItem(atPath: path)
            throw error
        }
    }

    /// Removes a store. What was installed from it stays, and gets no updates.
    package func remove(_ address: StoreAddress, unless isStopped: (() -> Bool)? = nil) throws(MayflyError) {
        let lock = try lock(unless: isStopped)
        defer { extendLifetime(lock) }
        let record = try record(of: address)
        let hidden = "\(folder)/\(Self.removedPrefix)\(UUID128())"
        guard rename(record.folder, hidden) == 0 else { throw MayflyError.ofSystem("remove", record.folder) }
        try? FileManager.default.removeItem(atPath: hidden)
    }

    /// Fetches what is new in a store; throws as `StoreUpdate.run`, with the address.
    package func update(_ address: StoreAddress, unless isStopped: (() -> Bool)? = nil) throws(MayflyError)
        -> AddedStore
    {
        let lock = try lock(unless: isStopped)
        defer { extendLifetime(lock) }
        return try update(try record(of: address), unless: isStopped)
    }

    private func update(_ record: StoreRecord, unless isStopped: (() -> Bool)?) throws(MayflyError) -> AddedStore {
        let deadline = ContinuousClock.now + longestUpdate
        do throws(MayflyError) {
            let source = source(at: record.address) { isStopped?() == true || ContinuousClock.now >= deadline }
            var update = StoreUpdate(record, from: source, trusted: try record.load(at: now()))
            let trusted = try update.run()
            return try AddedStore(
                record,
                trusted,
                failures: update.failures,
                problems: update.problems,
                unless: isStopped
            )
        } catch {
            if error.cause is CancellationError, isStopped?() != true {
                throw MayflyError(
                    .unreachable,
                    "\(record.address.text): the update took longer than \(longestUpdate.components.seconds) seconds, and was ended"
                )
            }
            throw error.named(record.address)
        }
    }

    func source(at address: StoreAddress, unless isStopped: (() -> Bool)?) -> StoreSource {
        StoreSource(address, fetchProgram: fetchProgram, patience: patience, unless: isStopped)
    }

    private func lock(unless isStopped: (() -> Bool)?) throws(MayflyError) -> FileLock {
        try PrivateFolder.require(folder)
        let lock = try FileLock(waitingFor: folder + "/.lock", unless: isStopped)
        // What a program has left that was killed while it removed a store.
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        where name.hasPrefix(Self.removedPrefix) {
            try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        }
        return lock
    }
}
