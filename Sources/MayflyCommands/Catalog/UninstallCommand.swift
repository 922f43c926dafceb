internal import ArgumentParser
internal import MayflyHost
internal import MayflyModel

/// `mayfly uninstall`: removes a bundle that was installed, and what it kept.
struct UninstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "uninstall",
        abstract: "Remove an installed extension, its private files and the identities that it knew people by."
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
