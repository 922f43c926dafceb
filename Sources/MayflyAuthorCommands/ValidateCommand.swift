internal import ArgumentParser

/// `mayfly validate`: checks bundles.
struct ValidateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Check bundles as their users would find them."
    )

    @Argument(help: "The paths of bundles.") var bundles: [String] = []

    func run() async throws {}
}
