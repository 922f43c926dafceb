internal import ArgumentParser
internal import MayflyHost
internal import MayflyModel

/// `mayfly kill`: ends an extension wherever it runs.
struct KillCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kill",
        abstract: "End an extension in all programs of this home folder, without asking it."
    )

    @OptionGroup var place: HomeOptions
    @Argument(help: "The extension's id.") var id: String

    func run() throws {
        let host = try place.host()
        let count = try ExtensionID(rawValue: id).map { id throws(MayflyError) in try host.endWorkers(of: id) } ?? 0
        guard count > 0 else {
            // An id that nobody knows is told as such.
            let known = try host.catalog().find(id).id
            throw MayflyError(.notPossibleNow, "'\(known)' does not run")
        }
        Output.standard.write(line: "ended \(id) (\(count) \(count == 1 ? "worker" : "workers"))")
    }
}
