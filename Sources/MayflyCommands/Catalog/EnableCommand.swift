internal import ArgumentParser
internal import MayflyHost
internal import MayflyModel

/// `mayfly enable`.
struct EnableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable",
        abstract: "Enable an extension again; it gets new identifiers for all people."
    )

    @OptionGroup var place: HomeOptions
    @OptionGroup var choice: SwitchOptions

    func run() throws {
        let id = try choice.setEnabled(true, in: try place.host())
        Output.standard.write(line: "enabled \(id)")
    }
}
