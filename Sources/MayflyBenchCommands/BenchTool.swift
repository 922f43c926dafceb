package import ArgumentParser
internal import MayflyWorkers

/// `mayfly-bench`: the commands that measure the host and load it. `mayfly bench` and `mayfly soak` start it.
package struct BenchTool: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "mayfly",
        abstract: "Measures the host and runs it under load.",
        version: "\(HostInfo.name) \(HostInfo.version)",
        subcommands: [BenchCommand.self, SoakCommand.self]
    )

    package init() {}
}
