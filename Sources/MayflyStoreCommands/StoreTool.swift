package import ArgumentParser
internal import MayflyWorkers

/// `mayfly-store`: the commands of extension stores, for people and for publishers. `mayfly store` and `mayfly publish` start it.
package struct StoreTool: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "mayfly",
        abstract: "Installs extensions from stores, and makes stores.",
        version: "\(HostInfo.name) \(HostInfo.version)",
        subcommands: [StoreCommand.self, PublishCommand.self]
    )

    package init() {}
}
