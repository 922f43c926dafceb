internal import ArgumentParser
internal import MayflyCommands

/// `mayfly store`: what stores offer, and what is installed from them.
struct StoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store",
        abstract: "Add stores, look at what they offer, and install from them.",
        subcommands: [
            StoreAddCommand.self, StoreListCommand.self, StoreSearchCommand.self, StoreShowCommand.self,
            StoreInstallCommand.self, StoreUpdateCommand.self, StoreRemoveCommand.self, StoreRollbackCommand.self,
        ]
    )

    @OptionGroup var place: HomeOptions
}
