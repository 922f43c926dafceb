internal import ArgumentParser
internal import MayflyHost
internal import MayflyModel

/// `mayfly doctor`: which layers of the sandbox this machine gives.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Say which layers of the sandbox this machine gives.",
        discussion: """
            It prepares the sandbox as for an extension and says what holds. Extensions run where a layer is missing, \
            unless 'launch --require-sandbox' refuses that.
            """
    )

    @OptionGroup var place: HomeOptions
    @Flag(help: "Print a JSON array of layers.") var json = false

    mutating func run() async throws {
        let missing = try await place.withHost { host in try await host.missingLayers() }
        if json {
            let layers = JSONValue.list(JSONValue.layers(missing, of: Set(SandboxLayer.allCases)))
            return Output.standard.write(line: layers.line)
        }
        let rows = SandboxLayer.allCases.map { layer in
            [layer.rawValue, missing[layer] == nil ? "on" : "off", missing[layer] ?? layer.summary]
        }
        for line in TextTable(header: ["LAYER", "", "GIVES"], rows: rows).lines { Output.standard.write(line: line) }
    }
}
