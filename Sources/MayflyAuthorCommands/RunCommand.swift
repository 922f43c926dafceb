internal import ArgumentParser
internal import Foundation
internal import MayflyAuthoring
internal import MayflyCommands
internal import MayflyHost
internal import MayflyModel

/// `mayfly run`: builds a project and tries it, again and again.
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Build a project, open it with two people, and start again when its sources change.",
        discussion: """
            It builds with the project's own command and packs. The people are alice and bob, with a conversation and a home folder \
            of their own in build/home of the project. The conversation stays as it is when the extension starts again.
            """
    )

    @Argument(help: "The folder of the project (default: the working folder).") var project = "."
    @Option(help: ArgumentHelp("Whose side to show: alice or bob.", valueName: "device")) var `as` = "alice"
    @Flag(help: "Show both people as a page in the browser.") var web = false
    @Flag(help: "Run extensions where the sandbox lacks a layer that it needs.") var allowUnconfined = false

    func validate() throws {
        guard AuthorsLoop.people.contains(`as`) else {
            throw ValidationError("--as is alice or bob, found '\(SafeText.line(`as`, limit: 80))'")
        }
    }

    func run() async throws {
        var loop = AuthorsLoop(
            folder: project,
            device: `as`,
            isWeb: web,
            options: allowUnconfined ? ["--allow-unconfined"] : []
        )
        try await loop.run()
    }
}
