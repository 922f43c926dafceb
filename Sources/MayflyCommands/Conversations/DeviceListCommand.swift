internal import ArgumentParser
internal import MayflyHost
internal import MayflyModel

/// `mayfly device list`.
struct DeviceListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the devices.")

    @OptionGroup var place: HomeOptions
    @Flag(help: "Print one JSON object a line.") var json = false

    func run() throws {
        let devices = try place.host().devices()
        guard !json else { return Output.standard.write(lines: devices.map { JSONValue($0).line }) }
        let table = TextTable(header: ["NAME", "PROFILE"], rows: devices.map { [$0.name, $0.profile.rawValue] })
        if !devices.isEmpty { Output.standard.write(lines: table.lines) }
    }
}
