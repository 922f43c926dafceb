internal import ArgumentParser
internal import MayflyBundles
internal import MayflyModel

/// `mayfly info`: the manifest of one bundle.
struct InfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Show the manifest of one extension, without running it."
    )

    @OptionGroup var place: HomeOptions
    @Argument(help: "The extension's id, such as org.mayfly.tally.") var id: String
    @Flag(help: "Print one JSON object.") var json = false

    func run() throws {
        let catalog = Catalog.scan(folders: try place.searchPath().folders)
        let info = BundleInfo(bundle: try catalog.find(id), catalog: catalog)
        Output.standard.write(lines: json ? [info.json.line] : info.lines)
    }
}
