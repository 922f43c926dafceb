internal import ArgumentParser
internal import MayflyBundles
internal import MayflyModel
internal import MayflyStore

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
        let home = try place.folderToRead()
        let searchPath = named.searchPath(.standard(home: home.path))
        let catalog = Catalog.scan(searchPath)
        let bundle = try named.bundle(in: catalog, of: searchPath)
        let shown = bundle.localized(for: .ofPerson(unless: json))
        let info = BundleInfo(bundle: shown, catalog: catalog, disabled: .reading(home))
        Output.standard.write(lines: json ? [info.json.line] : info.lines(width: Output.standard.columns))
    }
}
