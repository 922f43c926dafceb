internal import ArgumentParser
internal import MayflyCommands
internal import MayflyDistribution
internal import MayflyModel
internal import MayflyRepository

/// `mayfly store show`: all that a store says of an extension, with its screenshots where the terminal shows pictures.
struct StoreShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show an extension of a store: what it is, what it may ask for, and its screenshots."
    )

    @OptionGroup var place: HomeOptions
    @Argument(help: "The extension's id, with @VERSION for another version than the latest.") var id: String
    @Option(help: ArgumentHelp("The store.", valueName: "address")) var from: String?
    @Flag(help: "Print one JSON object.") var json = false

    func run() throws {
        let desk = try StoreDesk(place)
        let (store, offer) = try WantedExtension(id).find(
            in: try desk.required(),
            named: from,
            like: nil,
            anywhere: true
        )
        let installed = desk.installed(offer.id)
        guard !json else {
            return Output.standard.write(line: OfferText.json(offer, of: store, installed: installed).line)
        }
        Output.standard.write(wrapping: OfferText.lines(offer, of: store, installed: installed))
        for screenshot in offer.screenshots {
            Output.standard.write(wrapping: ["", "[screenshot: \(SafeText.line(screenshot.text, limit: 300))]"])
        }
    }
}
