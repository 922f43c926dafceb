internal import ArgumentParser

/// `mayfly new`: writes the project of an extension.
struct NewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Write the project of a new extension."
    )

    @Argument(help: "The folder to make; its last part is the name of the extension.") var name: String
    @Option(help: ArgumentHelp("c, cpp, swift, rust, go or sticker-pack.", valueName: "language")) var language: String

    func run() throws {}
}
