internal import ArgumentParser
internal import MayflyHost
internal import MayflyModel

/// `mayfly conversation create`.
struct ConversationCreateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Create a conversation of two or more devices."
    )

    @OptionGroup var place: HomeOptions
    @Argument(help: "The conversation's name.") var name: String
    @Option(
        help: ArgumentHelp("Its members; the first is the default of --as.", valueName: "a,b[,c]")
    )
    var with: String
    @Flag(help: "Print one JSON object.") var json = false

    func run() throws {
        let names = with.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let host = try place.host()
        let conversation = try host.createConversation(name, with: names)
        let members = try host.members(of: conversation)
        let text = "created conversation '\(conversation.name)' with \(members.map(\.name).joined(separator: ", "))"
        Output.standard.write(line: json ? JSONValue(conversation, members: members).line : text)
    }
}
