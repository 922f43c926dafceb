internal import ArgumentParser
internal import MayflyModel

/// `mayfly chat`: a conversation at the terminal, in which a person opens one extension after another.
struct ChatCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chat",
        abstract: "Chat at the terminal, and open extensions in the conversation.",
        discussion: """
            No extension is open at first: 'drawer' lists them, and 'open' opens one. The line 'help' lists all words. \
            The arrow keys bring earlier lines back, and Tab completes words, extensions and files.
            """
    )

    @OptionGroup var place: HomeOptions
    @OptionGroup var sandboxing: ConfinementOptions
    @OptionGroup var drawing: PictureOptions
    @Argument(help: "The conversation to open.") var conversation: String
    @Option(help: ArgumentHelp("The device to use.", valueName: "device")) var `as`: String

    mutating func run() async throws {
        let (conversation, device, pictures) = (conversation, `as`, drawing.pictures)
        let desktop = PersonsDesktop.here
        try await place.withHost(sandboxing.confinement, providers: desktop.providers) { host in
            let display = Display(isJSON: false, hasScript: false)
            let session = WindowSession(
                host: host,
                display: display,
                pictures: pictures,
                camera: desktop.camera,
                isChat: true
            )
            let outcome = try await session.run(on: conversation, as: device)
            // The chat itself has not failed.
            if let failure = outcome.failure, !outcome.isTold { Output.complain(failure.message) }
        }
    }
}
