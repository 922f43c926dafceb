internal import ArgumentParser
internal import MayflyHost
internal import MayflyModel

/// `mayfly transcript`: what a device shows of a conversation.
struct TranscriptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transcript",
        abstract: "Show a conversation as one of its devices shows it.",
        discussion: "With --json, two lines: a transcript event and a draft event, as 'mayfly launch --json' has them."
    )

    @OptionGroup var place: HomeOptions
    @Argument(help: "The conversation's name.") var name: String
    @Option(help: ArgumentHelp("The device that looks.", valueName: "device")) var `as`: String
    @Flag(help: "Print JSON.") var json = false

    func run() throws {
        let host = try place.host()
        let state = try host.state(of: name, on: `as`)
        let names = try Names(host)
        if json {
            let events: [HostEvent] = [.transcript(state.transcript.entries), .draft(state.draft)]
            Output.standard.write(lines: events.map { JSONValue($0, names).line })
        } else {
            let text = ConversationText(names)
            Output.standard.write(lines: text.lines(of: state.transcript) + text.lines(of: state.draft))
        }
    }
}
