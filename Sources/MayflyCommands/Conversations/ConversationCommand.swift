internal import ArgumentParser
internal import MayflyHost
internal import MayflyModel
internal import MayflyProtocol

/// `mayfly conversation`: the conversations between people of this machine.
struct ConversationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conversation",
        abstract: "Create and list conversations.",
        subcommands: [ConversationCreateCommand.self, ConversationListCommand.self]
    )

    @OptionGroup var place: HomeOptions
}

/// `mayfly conversation create`.
struct ConversationCreateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Create a conversation of two or more people, with all their devices."
    )

    @OptionGroup var place: HomeOptions
    @Argument(help: "The conversation's name.") var name: String
    @Option(
        help: ArgumentHelp("The people; the first is the default of --as.", valueName: "a,b[,c]")
    )
    var with: String
    @Flag(help: "Print one JSON object.") var json = false

    func run() throws {
        let names = with.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let host = try place.host()
        let conversation = try host.createConversation(name, with: names)
        let members = try host.members(of: conversation)
        let text = "created conversation '\(conversation.name)' with \(members.ownerNames.joined(separator: ", "))"
        let value = Shapes.conversation.json((conversation, members), .none)
        Output.standard.write(line: json ? value.line : text)
    }
}

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
        let host = try place.reader()
        let overviews = try host.overviews(as: `as`)
        let names = try Names(host, in: .ofPerson(unless: json))
        guard !json else { return Output.standard.write(lines: overviews.map { Shapes.overview.json($0, names).line }) }
        Output.standard.write(wrapping: overviews.map(ConversationText(names).line(of:)))
    }
}
