package import ArgumentParser
internal import MayflyWorkers

/// `mayfly-author`: the commands for authors of extensions. `mayfly` starts it for them.
package struct AuthorTool: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "mayfly",
        abstract: "Makes, packs, checks and tests extensions.",
        version: "\(HostInfo.name) \(HostInfo.version)",
        subcommands: [
            NewCommand.self, PackCommand.self, RunCommand.self, ValidateCommand.self, TestCommand.self,
            PreviewCommand.self, TraceCommand.self, ReplayCommand.self,
        ]
    )

    package init() {}
}
