internal import ArgumentParser
internal import MayflyCommands
internal import MayflyDistribution
internal import MayflyModel

/// `mayfly store add`.
struct StoreAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a store, after its root was compared with what the store says elsewhere.",
        discussion: "A store is below an address of http or https, or in a folder of this machine."
    )

    @OptionGroup var place: HomeOptions
    @Argument(help: "The address or folder of the store.") var address: String
    @Option(help: ArgumentHelp("Add it without a question if its root has this SHA-256.", valueName: "hex"))
    var fingerprint: String?

    func run() async throws {
        let desk = try StoreDesk(place)
        let address = try StoreAddress(address)
        let fingerprint = fingerprint
        try await Interruption.cancels { try await Self.add(address, fingerprint, at: desk) }
    }

    private static func add(_ address: StoreAddress, _ fingerprint: String?, at desk: StoreDesk) async throws {
        let introduction = try await StoreDesk.stoppable { isStopped in
            try desk.stores.introduce(address, unless: isStopped)
        }
        if let fingerprint {
            guard fingerprint.lowercased() == introduction.fingerprint else {
                throw MayflyError(
                    .untrusted,
                    "\(address.text): its root has the fingerprint \(introduction.fingerprint), and not the one that was given"
                )
            }
        } else {
            Output.standard.write(
                line: "The root of \(address.text) has the fingerprint\n  \(introduction.fingerprint)"
            )
            try Question.confirm(
                "Is it the one that the store's makers tell you, and do you trust them?",
                otherwise:
                    "a store is added with its fingerprint: repeat the command with --fingerprint \(introduction.fingerprint)"
            )
        }
        let store = try await StoreDesk.stoppable { isStopped in try desk.stores.add(introduction, unless: isStopped) }
        StoreDesk.warn(store.problems)
        let count = store.latest.count
        Output.standard.write(
            line: "added \(SafeText.line(store.name, limit: 80)) with \(count) extension\(count == 1 ? "" : "s")"
        )
    }
}
