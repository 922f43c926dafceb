internal import ArgumentParser
internal import MayflyHost

/// `mayfly device list`.
struct DeviceListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the devices.")

    @OptionGroup var place: HomeOptions
    @Flag(help: "Print one JSON object a line.") var json = false

    func run() throws {
        let devices = try place.host().devices()
        Output.standard.write(lines: devices.map { json ? TraceValue($0).json : $0.name })
    }
}
