internal import ArgumentParser

/// `mayfly conversation`: the chats of this machine's devices.
struct ConversationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conversation",
        abstract: "Make and list conversations.",
        subcommands: [ConversationCreateCommand.self, ConversationListCommand.self]
    )

    @OptionGroup var place: HomeOptions
}
