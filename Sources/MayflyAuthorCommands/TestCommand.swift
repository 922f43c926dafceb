internal import ArgumentParser

/// `mayfly test`: plays scenarios.
struct TestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Play scenarios with an extension, and compare what is there with what they expect."
    )

    @Argument(help: "The files of scenarios.") var scenarios: [String] = []

    func run() async throws {}
}
