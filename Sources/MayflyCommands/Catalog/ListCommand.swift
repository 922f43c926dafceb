internal import ArgumentParser
internal import MayflyBundles
internal import MayflyModel
internal import MayflyProtocol
internal import MayflyStore

/// `mayfly list`: every bundle of the search path, the bad ones with their reasons.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the extensions of the search path.",
        discussion: "The command reads bundles as data: no extension runs and no library is loaded."
    )

    @OptionGroup var place: HomeOptions
    @Flag(help: "Print one JSON object a line.") var json = false

    func run() throws {
        let home = try place.folderToRead()
        let searchPath = SearchPath.standard(home: home.path)
        let catalog = Catalog.scan(searchPath)
        let disabled = DisabledExtensions.reading(home)
        for warning in catalog.warnings { Output.complain("warning: \(warning)") }
        if json {
            Output.standard.write(lines: catalog.entries.map { Shapes.catalogEntry.json(($0, disabled), .none).line })
        } else if catalog.entries.isEmpty {
            let folders = searchPath.folders.map { SafeText.line($0) }.joined(separator: ", ")
            Output.standard.write(wrapping: ["no extensions found in \(folders)"])
        } else {
            Output.standard.write(
                wrapping: CatalogTable.lines(of: catalog.localized(for: .ofPerson()).entries, disabled)
            )
            for entry in catalog.entries {
                for warning in entry.allWarnings { Output.complain("warning: \(entry.folderName): \(warning)") }
            }
        }
    }
}
