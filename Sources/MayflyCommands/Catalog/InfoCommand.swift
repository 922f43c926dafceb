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
    @Argument(help: "The extension's id, such as org.mayfly.tally, or the path of its bundle.") var id: String
    @Flag(help: "Print one JSON object.") var json = false

    func run() throws {
        let named = NamedExtension(id)
        let searchPath = named.searchPath(try place.searchPath())
        let catalog = Catalog.scan(searchPath)
        let info = BundleInfo(bundle: try named.bundle(in: catalog, of: searchPath), catalog: catalog)
        Output.standard.write(lines: json ? [info.json.line] : info.lines)
    }
}
