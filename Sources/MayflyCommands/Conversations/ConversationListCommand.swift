internal import ArgumentParser
internal import MayflyHost
internal import MayflyModel

/// `mayfly conversation list`.
struct ConversationListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the conversations and their members.",
        discussion: "With --as: those of one device, most recent first, each with the last row of its transcript."
    )

    @OptionGroup var place: HomeOptions
    @Option(help: ArgumentHelp("The device whose conversations are listed.", valueName: "device")) var `as`: String?
    @Flag(help: "Print one JSON object a line.") var json = false

    func run() throws {
        let host = try place.host()
        let overviews = try host.overviews(as: `as`)
        let names = try Names(host)
        Output.standard.write(
            lines: overviews.map { json ? JSONValue($0, names).line : ConversationText(names).line(of: $0) }
        )
    }
}
