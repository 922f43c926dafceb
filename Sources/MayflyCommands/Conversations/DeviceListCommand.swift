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
        Output.standard.write(lines: devices.map { json ? JSONValue($0).line : $0.name })
    }
}
