internal import Foundation
internal import MayflyBundles
internal import MayflyCommands
internal import MayflyDistribution
internal import MayflyHost
internal import MayflyLinux
internal import MayflyModel
internal import MayflyRepository

/// What the commands of stores need of a home folder.
struct StoreDesk: Sendable {
    let home: String
    let stores: Stores
    let installer: Installer

    init(_ place: HomeOptions) throws(MayflyError) {
        home = try place.folder().path
        stores = Stores(home: home, fetchProgram: try ExtensionHost.program("mayfly-fetch")) {
            SystemClock().now
        }
        installer = Installer(home: home)
    }

    /// Does work that waits for a network or a disk, and ends it when the task is cancelled: it is asked again and again whether it is to
    /// stop. The whole of a command is in one `Interruption.cancels`, so that Ctrl-C ends it wherever it is.
    static func stoppable<Value: Sendable>(
        _ body: @escaping @Sendable (@escaping @Sendable () -> Bool) throws -> Value
    ) async throws -> Value {
        try await WorkThread().run { stop in try body { stop.isSet } }
    }

    /// The stores that can be read, as they are known without a network. What is wrong with one is told.
    ///
    /// Throws `MayflyError.stopped` where `isStopped` says true.
    func all(unless isStopped: (() -> Bool)? = nil) throws(MayflyError) -> [AddedStore] {
        let all = try readable(unless: isStopped)
        for store in all { Self.warn(store.problems) }
        return all
    }

    /// The same; it is told of no store what is wrong with its files.
    private func readable(unless isStopped: (() -> Bool)?) throws(MayflyError) -> [AddedStore] {
        let known = stores.all(unless: isStopped)
        if isStopped?() == true { throw MayflyError.stopped }
        return known.compactMap { known in
            switch known.store {
            case .success(let store): return store
            case .failure(let error):
                Output.complain("warning: \(error.message)")
                return nil
            }
        }
    }

    /// The most warnings of a store that are printed: one can have thousands of entries that break a rule.
    private static let mostWarnings = 20

    static func warn(_ problems: [String]) {
        for problem in problems.prefix(mostWarnings) { Output.complain("warning: \(problem)") }
        if problems.count > mostWarnings { Output.complain("warning: \(problems.count - mostWarnings) more") }
    }

    /// Throws `.notPossibleNow` where no store was added, or none can be read.
    func required(unless isStopped: (() -> Bool)? = nil) throws(MayflyError) -> [AddedStore] {
        try require(try all(unless: isStopped))
    }

    private func require(_ all: [AddedStore]) throws(MayflyError) -> [AddedStore] {
        guard all.isEmpty else { return all }
        guard let broken = stores.addresses.first else {
            throw MayflyError(.notPossibleNow, "there is no store; add one with 'mayfly store add ADDRESS'")
        }
        throw MayflyError(
            .notPossibleNow,
            "no store can be read; remove one with 'mayfly store remove \(broken.text)', and add it again"
        )
    }

    /// The stores with what is new in them, and the first failure. A store that cannot be reached, or that breaks a rule, is told, and used
    /// as it was known last. What a store gives of one publisher only, and is refused, is told, too. What was wrong with the files that were known
    /// before, such as that they have expired, is told of such a store only: others have new ones.
    func refreshed(unless isStopped: @escaping @Sendable () -> Bool) throws -> (
        stores: [AddedStore], failure: MayflyError?
    ) {
        var failure: MayflyError?
        let refreshed = try require(try readable(unless: isStopped)).map { store in
            do {
                let new = try stores.update(store.address, unless: isStopped)
                Self.warn(new.problems)
                failure = failure ?? new.failure
                return new
            } catch let error as MayflyError where error.code == .unreachable || error.code == .untrusted {
                Self.warn([error.message] + store.problems.filter { $0 != error.message })
                failure = failure ?? error
                return store
            }
        }
        return (refreshed, failure)
    }

    /// The host of the home folder.
    func host() throws(MayflyError) -> ExtensionHost { try ExtensionHost(home: HomeFolder(path: home)) }

    /// The version of an installed extension; nil for one that is not in the home folder.
    func installed(_ id: ExtensionID) -> SemanticVersion? {
        installer.version(of: id)
    }

    /// Where an installed extension came from; nil where that is no store.
    func source(of id: ExtensionID) -> InstallationSource? { installer.source(of: id) }
}

/// An id with the version that is wanted, as a person types it.
struct WantedExtension {
    let id: ExtensionID
    /// Nil means the latest one that runs on this machine.
    let version: SemanticVersion?

    /// Throws `.unknownExtension` for a text that is no id, and `.invalidInput` for no version behind the `@`.
    init(_ text: String) throws(MayflyError) {
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let id = ExtensionID(rawValue: String(first)) else {
            throw MayflyError(
                .unknownExtension,
                "'\(SafeText.line(text, limit: 80))' is no id of an extension: \(ExtensionID.rule)"
            )
        }
        self.id = id
        guard parts.count == 2 else {
            version = nil
            return
        }
        guard let version = SemanticVersion(String(parts[1])) else {
            throw MayflyError(
                .invalidInput,
                "'\(SafeText.line(String(parts[1]), limit: 80))' is no version such as 1.2.0"
            )
        }
        self.version = version
    }

    /// The offer in one of the stores.
    ///
    /// `anywhere` takes one that does not run on this machine, too. An extension that is installed from a store comes from that store and publisher only. Throws `.unknownExtension` where no store
    /// has it, and `.notPossibleNow` where several have it and none is named, or where it does not run on this machine.
    func find(
        in stores: [AddedStore],
        named address: StoreAddress?,
        like source: InstallationSource?,
        anywhere: Bool = false
    )
        throws(MayflyError) -> (AddedStore, Offer)
    {
        var found: [(AddedStore, Offer)] = []
        for store in stores where address == nil || store.address == address {
            let offers = store.offers.filter { $0.id == id && (version == nil || $0.version == version) }
            let best = offers.max { ($0.runsHere ? 1 : 0, $0.version) < ($1.runsHere ? 1 : 0, $1.version) }
            if let best { found.append((store, best)) }
        }
        guard !found.isEmpty else {
            let what = version.map { "\(id) \($0)" } ?? "\(id)"
            throw MayflyError(
                .unknownExtension,
                address.map { "\($0.text) does not have \(what)" } ?? "no store has \(what)"
            )
        }
        if address == nil, let source {
            found = found.filter { source.isSame(as: $0.1, of: $0.0) }
            guard !found.isEmpty else {
                throw MayflyError(
                    .notPossibleNow,
                    "\(id) was installed from \(source.address), publisher '\(source.publisher)', which does not offer it now; take it from another store with 'mayfly store install \(id) --from ADDRESS'"
                )
            }
        }
        guard let only = found.first, found.count == 1 else {
            let names = found.map(\.0.address.text).joined(separator: " and ")
            throw MayflyError(.notPossibleNow, "\(id) is in \(names); name one with --from")
        }
        guard only.1.runsHere || anywhere else {
            let has = only.1.platforms.map { SafeText.line($0, limit: 40) }.joined(separator: ", ")
            throw MayflyError(
                .notPossibleNow,
                "\(id) \(only.1.version) does not run on \(Platform.current); it runs on \(has)"
            )
        }
        return only
    }
}
