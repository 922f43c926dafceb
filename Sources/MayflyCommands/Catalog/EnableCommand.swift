internal import ArgumentParser
internal import MayflyHost
internal import MayflyModel

/// `mayfly enable`.
struct EnableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable",
        abstract: "Let an extension be opened again; it knows everybody by new identifiers."
    )

    @OptionGroup var place: HomeOptions
    @OptionGroup var choice: SwitchOptions

    func run() throws {
        let id = try choice.setEnabled(true, in: try place.host())
        Output.standard.write(line: "enabled \(id)")
    }
}
