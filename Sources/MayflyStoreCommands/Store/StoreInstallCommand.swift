internal import ArgumentParser
internal import MayflyBundles
internal import MayflyCommands
internal import MayflyDistribution
internal import MayflyHost
internal import MayflyModel
internal import MayflyProtocol
internal import MayflyRepository

/// `mayfly store install`.
struct StoreInstallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install",
        abstract: "Install an extension from a store, in place of an older version."
    )

    @OptionGroup var place: HomeOptions
    @Argument(help: "The extension's id, with @VERSION for another version than the latest.") var id: String
    @Option(help: ArgumentHelp("The store.", valueName: "address")) var from: String?
    @Flag(help: "Install it without a question about what it may ask for.") var yes = false

    func run() async throws {
        let desk = try StoreDesk(place)
        let wanted = try WantedExtension(id)
        let from = try from.map { try StoreAddress($0) }
        let yes = yes
        try await Interruption.cancels { try await Self.install(wanted, from: from, without: yes, at: desk) }
    }

    /// `question`: whether the person is not asked.
    private static func install(
        _ wanted: WantedExtension,
        from: StoreAddress?,
        without question: Bool,
        at desk: StoreDesk
    ) async throws {
        let (store, offer) = try await StoreDesk.stoppable { isStopped in
            try wanted.find(
                in: try desk.refreshed(unless: isStopped).stores,
                named: from.map { try desk.stores.store(at: $0, unless: isStopped).address },
                like: desk.source(of: wanted.id)
            )
        }
        let source = desk.source(of: offer.id)
        let isSame = source?.isSame(as: offer, of: store) == true
        if let installed = desk.installed(offer.id) {
            guard isSame || from != nil else {
                throw MayflyError(
                    .notPossibleNow,
                    "\(offer.id) \(installed) was not installed from \(store.address.text); name the store with --from to replace it"
                )
            }
            guard offer.version >= installed || wanted.version != nil else {
                throw MayflyError(
                    .notPossibleNow,
                    "\(offer.id) \(installed) is installed, which is newer than \(offer.version); name the version with @\(offer.version)"
                )
            }
        }
        if desk.installed(offer.id) != nil, !isSame {
            Output.complain(
                "warning: it takes the place of \(offer.id) that came from elsewhere, with the private files of that one; 'mayfly uninstall \(offer.id)' removes them"
            )
        }
        // What another publisher was trusted with is asked again.
        try Permissions.accept(offer, before: isSame ? source : nil, without: question)
        try await Installing.install(offer, from: store, at: desk)
        Output.standard.write(
            line: "installed \(offer.id) \(offer.version) from \(SafeText.line(store.name, limit: 80))"
                + ContainingAppText.ending(offer.app)
        )
    }
}

/// What an extension may ask for and the app that it brings, shown to the person before it is installed.
enum Permissions {
    /// Asks about permissions that the installed version did not have, or for another reason, and about an app that it did not have at
    /// this address.
    static func accept(_ offer: Offer, before: InstallationSource?, without question: Bool) throws {
        let new = offer.permissions.filter { before?.has($0) != true }
        let app = offer.app.flatMap { $0.url == before?.app ? nil : ContainingAppText.description($0) }
        guard !new.isEmpty || app != nil else { return }
        let title = "\(SafeText.line(offer.name, limit: 80)) \(offer.version)"
        var (lines, reasons): ([String], [String]) = ([], [])
        if !new.isEmpty {
            lines =
                ["\(title) may ask you for:"]
                + new.map { "  " + OfferText.permission($0, before: before?.reason(for: $0.name)) }
            let names = new.map { $0.name + (before?.reason(for: $0.name) == nil ? "" : " for another reason") }
            reasons = ["may ask for \(names.joined(separator: ", "))"]
        }
        if let app {
            lines += ["\(title) puts an app into the menu of your desktop:", "  \(app)"]
            reasons += ["brings the \(app)"]
        }
        Output.standard.write(wrapping: lines)
        guard !question else { return }
        try Question.confirm(
            "Install it?",
            otherwise:
                "\(offer.id) \(reasons.joined(separator: " and ")); repeat the command with --yes to install it"
        )
    }
}

/// The installation of an offer with its progress.
enum Installing {
    /// Installs it, and tells what `mayfly install` tells of a bundle.
    static func install(_ offer: Offer, from store: AddedStore, at desk: StoreDesk) async throws {
        let bundle = try await fetch(offer, from: store, at: desk)
        for warning in bundle.allWarnings { Output.complain("warning: \(warning)") }
    }

    private static func fetch(_ offer: Offer, from store: AddedStore, at desk: StoreDesk) async throws
        -> ExtensionBundle
    {
        let progress = Progress(of: offer.archive.length, "fetching \(offer.id) \(offer.version)")
        defer { progress.end() }
        let host = try desk.host()
        return try await StoreDesk.stoppable { isStopped in
            let (bundle, isNew, isOthers) = try desk.stores.install(
                offer,
                from: store,
                with: desk.installer,
                unless: isStopped,
                beforeOthers: { () throws(MayflyError) in try host.forgetAnswers(of: offer.id) },
                progress: { progress.note($0) }
            )
            try host.noteInstall(of: bundle, isNew: isNew, isOthers: isOthers)
            return bundle
        }
    }
}
