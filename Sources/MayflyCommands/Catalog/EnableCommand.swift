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

/// The extension and the device of `mayfly enable` and `mayfly disable`.
struct SwitchOptions: ParsableArguments {
    @Argument(help: "The extension's id.") var id: String
    @Option(help: ArgumentHelp("Only on this device (default: on all devices).", valueName: "device")) var `as`: String?

    /// Gives the extension's id. An id that is not installed is refused, so that a misspelled one is not stored.
    func setEnabled(_ isEnabled: Bool, in host: ExtensionHost) throws(MayflyError) -> ExtensionID {
        let id = try host.catalog().find(id).id
        try host.setEnabled(isEnabled, id, on: `as`)
        return id
    }
}
