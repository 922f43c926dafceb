internal import ArgumentParser

/// `mayfly pack`: makes a bundle of what a project has built.
struct PackCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pack",
        abstract: "Pack a project into a bundle."
    )

    @Argument(help: "The folder of the project (default: the working folder).") var project = "."

    func run() throws {}
}
