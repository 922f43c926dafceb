internal import ArgumentParser
internal import MayflyHost
internal import MayflyModel
internal import MayflyProtocol

/// `mayfly install`: copies a bundle into the home folder.
struct InstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install",
        abstract: "Check a bundle and copy it into the home folder; it replaces an older one with its id."
    )

    @OptionGroup var place: HomeOptions
    @Argument(help: "The path of a Name.mayfly folder.") var bundle: String

    func run() throws {
        let installed = try place.host().install(bundleAt: bundle)
        let manifest = installed.manifest
        for warning in installed.allWarnings { Output.complain("warning: \(warning)") }
        Output.standard.write(
            line: "installed \(manifest.id) \(manifest.version) in \(SafeText.line(installed.folder))"
                + ContainingAppText.ending(manifest.app)
        )
    }
}
