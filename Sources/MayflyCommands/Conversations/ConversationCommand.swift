internal import ArgumentParser

/// `mayfly conversation`: the conversations between devices of this machine.
struct ConversationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conversation",
        abstract: "Create and list conversations.",
        subcommands: [ConversationCreateCommand.self, ConversationListCommand.self]
    )

    @OptionGroup var place: HomeOptions
}
