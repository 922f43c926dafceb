internal import ArgumentParser

/// `mayfly device`: the profiles of persons on this machine.
struct DeviceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device",
        abstract: "Make and list devices, each the profile of one person.",
        subcommands: [DeviceCreateCommand.self, DeviceListCommand.self]
    )

    @OptionGroup var place: HomeOptions
}
