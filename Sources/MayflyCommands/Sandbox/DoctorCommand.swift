internal import ArgumentParser
internal import MayflyHost
internal import MayflyModel
internal import MayflyProtocol

/// `mayfly doctor`: which layers of the sandbox work on this machine.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check which layers of the sandbox work on this machine.",
        discussion: """
            The command prepares the sandbox as for an extension and prints each layer with its effect, or with the \
            reason why it is off. Extensions are not opened without no-new-privileges, seccomp, and root or landlock, \
            unless 'launch --allow-unconfined' says so; without any other layer they are opened, unless \
            'launch --require-sandbox' refuses that.
            """
    )

    @OptionGroup var place: HomeOptions
    @Flag(help: "Print a JSON array of layers.") var json = false

    mutating func run() async throws {
        let missing = try await place.withReader { host in try await host.missingLayers() }
        if json {
            let layers = Shapes.layers(missing, of: Set(SandboxLayer.allCases))
            return Output.standard.write(line: Shapes.layer.list.json(layers, .none).line)
        }
        let rows = SandboxLayer.allCases.map { layer in
            [layer.rawValue, missing[layer] == nil ? "on" : "off", missing[layer] ?? layer.summary]
        }
        let table = TextTable(header: ["LAYER", "STATE", "EFFECT, OR REASON WHEN OFF"], rows: rows)
        Output.standard.write(wrapping: table.lines)
        guard let refusal = SandboxRequirement.minimum.refusal(of: missing) else { return }
        Output.standard.write(line: "\nNo extension is opened on this machine: \(refusal)")
    }
}
