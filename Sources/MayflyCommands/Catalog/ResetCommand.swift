internal import ArgumentParser
internal import MayflyHost
internal import MayflyModel

/// `mayfly reset`: ends the pause that follows repeated failures of an extension.
struct ResetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Forget the recent failures of an extension, so that it can be opened at once."
    )

    @OptionGroup var place: HomeOptions
    @Argument(help: "The extension's id.") var id: String
    @Flag(help: "Print one JSON object.") var json = false

    func run() throws {
        let host = try place.host()
        // The catalogue tells a misspelled id from an extension without failures.
        let id = try host.catalog().find(id).id
        let wasFailing = try host.reset(id)
        guard !json else {
            let answer = JSONValue.object(["id": .text(id.rawValue), "forgotten": .boolean(wasFailing)])
            return Output.standard.write(line: answer.line)
        }
        Output.standard.write(line: wasFailing ? "reset \(id)" : "\(id) has no recent failures")
    }
}
