internal import ArgumentParser
internal import MayflyHost
internal import MayflyModel

/// `mayfly disable`.
struct DisableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable",
        abstract: "Disable an extension: it is closed and cannot be opened."
    )

    @OptionGroup var place: HomeOptions
    @OptionGroup var choice: SwitchOptions

    func run() throws {
        let id = try choice.setEnabled(false, in: try place.host())
        Output.standard.write(line: "disabled \(id)")
    }
}
