internal import ArgumentParser
internal import MayflyHost
internal import MayflyModel

/// `mayfly conversation list`.
struct ConversationListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the conversations and their members."
    )

    @OptionGroup var place: HomeOptions
    @Flag(help: "Print one JSON object a line.") var json = false

    func run() throws {
        let host = try place.host()
        for conversation in try host.conversations() {
            let members = try host.members(of: conversation)
            let text = "\(conversation.name): \(members.map(\.name).joined(separator: ", "))"
            Output.standard.write(line: json ? JSONValue(conversation, members: members).line : text)
        }
    }
}
