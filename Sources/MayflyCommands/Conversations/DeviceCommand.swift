internal import ArgumentParser

/// `mayfly device`: the devices of people on this machine.
struct DeviceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device",
        abstract: "Create and list devices; each belongs to one person.",
        subcommands: [DeviceCreateCommand.self, DeviceListCommand.self]
    )

    @OptionGroup var place: HomeOptions
}
