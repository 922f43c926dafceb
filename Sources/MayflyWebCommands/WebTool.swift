package import ArgumentParser
internal import MayflyWorkers

/// `mayfly-web`: the command that serves the page. `mayfly serve` starts it.
package struct WebTool: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "mayfly",
        abstract: "Shows the conversations of this machine as a page in the browser.",
        version: "\(HostInfo.name) \(HostInfo.version)",
        subcommands: [ServeCommand.self]
    )

    package init() {}
}
