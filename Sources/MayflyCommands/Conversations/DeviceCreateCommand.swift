internal import ArgumentParser
internal import MayflyHost
internal import MayflyModel

/// `mayfly device create`.
struct DeviceCreateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "create", abstract: "Create a device.")

    @OptionGroup var place: HomeOptions
    @Argument(help: "The name of the device, and of its owner in every transcript.") var name: String
    @Option(help: "How the device handles messages.") var profile: ProfileArgument = .full
    @Flag(help: "Print one JSON object.") var json = false

    func run() throws {
        let device = try place.host().createDevice(name, profile: profile.profile)
        let kind = device.profile == .full ? "" : " (\(device.profile.rawValue))"
        Output.standard.write(line: json ? JSONValue(device).line : "created device '\(device.name)'\(kind)")
    }
}
