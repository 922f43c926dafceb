internal import ArgumentParser
internal import MayflyHost
internal import MayflyModel

/// `mayfly kill`: ends all workers of an extension.
struct KillCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kill",
        abstract: "Kill all workers of an extension, in all programs that use this home folder."
    )

    @OptionGroup var place: HomeOptions
    @Argument(help: "The extension's id.") var id: String

    func run() async throws {
        let host = try place.host()
        var count = 0
        if let id = ExtensionID(rawValue: id) { count = try await host.endWorkers(of: id) }
        guard count > 0 else {
            // An unknown id throws its own error here.
            let known = try host.catalog().find(id).id
            throw MayflyError(.notPossibleNow, "'\(known)' is not running")
        }
        Output.standard.write(line: "ended \(id) (\(count) \(count == 1 ? "worker" : "workers"))")
    }
}
