internal import ArgumentParser
internal import MayflyBundles
internal import MayflyCommands
internal import MayflyDistribution
internal import MayflyHost
internal import MayflyModel
internal import MayflyRepository

/// `mayfly store update`.
struct StoreUpdateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Fetch what is new in the stores, and install newer versions.",
        discussion: "Without an id and without --all it installs nothing, and says what could be updated."
    )

    @OptionGroup var place: HomeOptions
    @Argument(help: "The extension's id.") var id: String?
    @Flag(help: "Update all extensions that were installed from a store.") var all = false
    @Flag(help: "Update without a question about new permissions.") var yes = false

    func validate() throws {
        guard id == nil || !all else { throw ValidationError("update takes an id or --all, not both") }
    }

    func run() async throws {
        let desk = try StoreDesk(place)
        let wanted = try id.map { try WantedExtension($0) }
        let (all, yes) = (all, yes)
        try await Interruption.cancels {
            let (updates, lack) = try await Self.find(wanted, at: desk)
            guard !updates.isEmpty else {
                // Of a store that cannot be asked, nobody knows whether it has something new; it was told why.
                guard let lack else { return Output.standard.write(line: "everything is up to date") }
                throw ReportedFailure(code: lack.code)
            }
            guard wanted != nil || all else {
                let lines = updates.map {
                    "\($1.id) \(desk.installed($1.id)?.description ?? "?") can be updated to \($1.version)"
                }
                Output.standard.write(lines: lines)
                if let lack { throw ReportedFailure(code: lack.code) }
                return
            }
            try await Self.install(updates, after: lack, without: yes, at: desk)
        }
    }

    /// What is to be updated, and the first failure of a store.
    private static func find(
        _ wanted: WantedExtension?,
        at desk: StoreDesk
    ) async throws -> (updates: [(AddedStore, Offer)], lack: MayflyError?) {
        let (stores, lack) = try await StoreDesk.stoppable { isStopped in try desk.refreshed(unless: isStopped) }
        guard let wanted else { return (updates(in: stores, at: desk), lack) }
        guard desk.source(of: wanted.id) != nil else {
            throw MayflyError(.unknownExtension, "'\(wanted.id)' is not installed from a store")
        }
        let (store, offer) = try wanted.find(in: stores, named: nil, like: desk.source(of: wanted.id))
        let isNewer = desk.installed(offer.id).map { $0 < offer.version } ?? true
        return (isNewer || wanted.version != nil ? [(store, offer)] : [], lack)
    }

    /// Installs them one after the other. `question`: whether the person is not asked.
    private static func install(
        _ updates: [(AddedStore, Offer)],
        after lack: MayflyError?,
        without question: Bool,
        at desk: StoreDesk
    ) async throws {
        var failure: (any Error)? = lack.map { ReportedFailure(code: $0.code) }
        for (store, offer) in updates {
            do {
                try Permissions.accept(offer, before: desk.source(of: offer.id), without: question)
                try await Installing.install(offer, from: store, at: desk)
                Output.standard.write(line: "updated \(offer.id) to \(offer.version)")
            } catch let error as MayflyError where updates.count > 1 && !(error.cause is CancellationError) {
                // One that fails is no reason to leave the others as they are.
                Output.complain(error.message)
                failure = failure ?? ReportedFailure(code: error.code)
            } catch let told as ReportedFailure where updates.count > 1 {
                failure = failure ?? told
            }
        }
        if let failure { throw failure }
    }

    /// Newer versions of what was installed from these stores.
    private static func updates(in stores: [AddedStore], at desk: StoreDesk) -> [(AddedStore, Offer)] {
        stores.flatMap { store in
            store.latest.compactMap { offer -> (AddedStore, Offer)? in
                guard desk.source(of: offer.id)?.isSame(as: offer, of: store) == true, offer.runsHere,
                    let installed = desk.installed(offer.id), installed < offer.version
                else { return nil }
                return (store, offer)
            }
        }
    }
}
