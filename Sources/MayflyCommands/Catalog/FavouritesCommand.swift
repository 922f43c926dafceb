internal import ArgumentParser
internal import MayflyHost
internal import MayflyModel

/// `mayfly favourites`.
struct FavouritesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "favourites",
        abstract: "List the favourites in the drawer of a device, or replace them.",
        discussion: "Without ids they are listed, in their order."
    )

    @OptionGroup var place: HomeOptions
    @Option(help: ArgumentHelp("The device.", valueName: "device")) var `as`: String
    @Argument(help: "The ids of the extensions, in the order that you want.") var ids: [String] = []
    @Flag(help: "Have no favourites.") var none = false

    func validate() throws {
        guard !none || ids.isEmpty else { throw ValidationError("--none and ids cannot be used together") }
    }

    func run() throws {
        if !ids.isEmpty || none {
            let host = try place.host()
            let catalog = host.catalog()
            try host.setFavourites(try ids.map { id throws(MayflyError) in try catalog.find(id).id }, of: `as`)
        }
        let host = try place.reader()
        try host.requireDrawer(of: `as`)
        let entries = try host.drawer(of: `as`, in: .ofPerson())
        let favourites = entries.filter { $0.favourite != nil }.sorted { $0.favourite ?? 0 < $1.favourite ?? 0 }
        Output.standard.write(wrapping: favourites.map { "\($0.bundle.id)  \($0.name)" })
    }
}
