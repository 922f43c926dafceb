internal import ArgumentParser

/// `mayfly preview`: draws a card.
struct PreviewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "preview",
        abstract: "Draw a card as the faces of the product do."
    )

    @Argument(help: "The file of the card.") var card: String

    func run() throws {}
}
