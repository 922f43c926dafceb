internal import ArgumentParser
internal import MayflyHost
internal import MayflyModel
internal import MayflyProtocol

/// `mayfly device`: the devices of people on this machine.
struct DeviceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device",
        abstract: "Create and list devices; a person may have several.",
        subcommands: [DeviceCreateCommand.self, DeviceListCommand.self]
    )

    @OptionGroup var place: HomeOptions
}

/// `mayfly device create`.
struct DeviceCreateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Create a device.",
        discussion: """
            Without --of it is the first device of a new person of that name. With --of it is one more device of a person, who keeps \
            the name; it gets what comes from now on in all conversations of the person.
            """
    )

    @OptionGroup var place: HomeOptions
    @Argument(help: "The name of the device.") var name: String
    @Option(name: .customLong("of"), help: ArgumentHelp("The person whose device it is.", valueName: "person"))
    var owner: String?
    @Option(help: "How the device handles messages.") var profile: ProfileArgument = .full
    @Flag(help: "Print one JSON object.") var json = false

    func run() throws {
        let device = try place.host().createDevice(name, profile: profile.profile, of: owner)
        let person = device.isFirst ? "" : " of '\(device.ownerName)'"
        let kind = device.profile == .full ? "" : " (\(device.profile.rawValue))"
        Output.standard.write(
            line: json ? Shapes.device.json(device, .none).line : "created device '\(device.name)'\(person)\(kind)"
        )
    }
}

/// `mayfly device list`.
struct DeviceListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the devices.")

    @OptionGroup var place: HomeOptions
    @Flag(help: "Print one JSON object a line.") var json = false

    func run() throws {
        let devices = try place.reader().devices()
        guard !json else { return Output.standard.write(lines: devices.map { Shapes.device.json($0, .none).line }) }
        let rows = devices.map { [$0.name, $0.profile.rawValue, $0.ownerName] }
        let table = TextTable(header: ["NAME", "PROFILE", "PERSON"], rows: rows)
        if !devices.isEmpty { Output.standard.write(wrapping: table.lines) }
    }
}

/// The kinds of devices by their names.
enum ProfileArgument: String, ExpressibleByArgument, CaseIterable {
    case full, desktop, watch, legacy

    var profile: DeviceProfile {
        switch self {
        case .full: .full
        case .desktop: .desktop
        case .watch: .watch
        case .legacy: .legacy
        }
    }
}
