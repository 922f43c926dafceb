internal import ArgumentParser

/// `mayfly serve`: shows the chat as a page in the browser.
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Show the conversations of this machine as a page in the browser.",
        helpNames: []
    )

    @OptionGroup var place: HomeOptions
    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

    func run() throws { try OwnProgram.run("mayfly-web", "serve", in: place.home, arguments, builtBy: "make web") }
}
