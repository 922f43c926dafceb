internal import ArgumentParser
internal import MayflyHost
internal import MayflyModel

/// `mayfly uninstall`: removes an installed bundle and its private files.
struct UninstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "uninstall",
        abstract: "Remove an installed extension, its private files and its identifiers of people."
    )

    @OptionGroup var place: HomeOptions
    @Argument(help: "The extension's id.") var id: String

    func run() throws {
        guard let id = ExtensionID(rawValue: id) else {
            throw MayflyError(.unknownExtension, "no extension '\(SafeText.line(id, limit: 80))' is installed")
        }
        try place.host().uninstall(id)
        Output.standard.write(line: "uninstalled \(id)")
    }
}
