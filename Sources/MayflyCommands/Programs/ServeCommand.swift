internal import ArgumentParser

/// `mayfly serve`: shows the chat as a page in the browser.
struct ServeCommand: HandedOverCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Show the conversations of this machine as a page in the browser."
    )
    static let program = OwnProgram.web
    static let takesHome = true
}
