internal import ArgumentParser
internal import MayflyCommands
internal import MayflyDistribution
internal import MayflyModel
internal import MayflyRepository

/// `mayfly store list`: what the stores offer, as it is known without a network.
struct StoreListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the stores and what they offer, promoted extensions first.",
        discussion: "It shows what was fetched last; 'mayfly store update' fetches what is new."
    )

    @OptionGroup var place: HomeOptions
    @Flag(help: "Print one JSON object a line.") var json = false

    func run() async throws {
        let desk = try StoreDesk(place)
        let stores = try await Interruption.cancels {
            try await StoreDesk.stoppable { isStopped in try desk.all(unless: isStopped) }
        }
        guard !json else {
            for store in stores {
                Output.standard.write(
                    lines: store.latest.map { OfferText.json($0, of: store, installed: desk.installed($0.id)).line }
                )
            }
            return
        }
        if desk.stores.addresses.isEmpty {
            Output.standard.write(line: "no stores; add one with 'mayfly store add ADDRESS'")
        }
        for (index, store) in stores.enumerated() {
            if index > 0 { Output.standard.write(line: "") }
            Output.standard.write(line: "\(SafeText.line(store.name, limit: 80)) (\(store.address.text))")
            let latest = store.latest
            guard !latest.isEmpty else { Output.standard.write(line: "nothing is offered"); continue }
            Output.standard.write(wrapping: OfferText.table(latest, installed: desk.installed))
        }
    }
}

/// `mayfly store search`.
struct StoreSearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "List what has all of these words in its name, id, summary or publisher."
    )

    @OptionGroup var place: HomeOptions
    @Argument(help: "The words.") var words: [String]
    @Flag(help: "Print one JSON object a line.") var json = false

    func run() async throws {
        let desk = try StoreDesk(place)
        let stores = try await Interruption.cancels {
            try await StoreDesk.stoppable { isStopped in try desk.required(unless: isStopped) }
        }
        var found: [Offer] = []
        for store in stores {
            let offers = store.latest.filter { $0.matches(words) }
            if json {
                Output.standard.write(
                    lines: offers.map { OfferText.json($0, of: store, installed: desk.installed($0.id)).line }
                )
            }
            found += offers
        }
        guard !json else { return }
        guard !found.isEmpty else {
            return Output.standard.write(
                line: "nothing has \(words.map { "'\(SafeText.line($0, limit: 40))'" }.joined(separator: " and "))"
            )
        }
        Output.standard.write(wrapping: OfferText.table(found, installed: desk.installed))
    }
}
