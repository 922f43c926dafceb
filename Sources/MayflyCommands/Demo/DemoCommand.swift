internal import ArgumentParser
internal import Foundation
internal import MayflyHost
internal import MayflyModel
internal import MayflyStore

/// `mayfly demo`: plays a story with the sample extensions.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Play a story with the sample extensions and print what each person sees.",
        discussion: """
            Three people on three devices of this machine use the sample extensions, each in a worker process of its \
            own. All that is printed is read back from the host. The story begins in an empty home folder, which is \
            removed afterwards, or in the one that --home names, which must be empty or not there and is kept.
            """
    )

    @OptionGroup var place: HomeOptions

    func run() async throws {
        // The environment's home folder is a person's own, and no place for a play.
        guard place.home == nil else {
            let home = try emptyFolder()
            try await play(in: home)
            return Output.standard.write(line: "\nThe story's home folder is kept: \(home.path)")
        }
        let folder = try ScratchFolder("mayfly-demo-", in: NSTemporaryDirectory())
        try await play(in: HomeFolder(path: folder.path))
        folder.remove()
    }

    private func play(in home: HomeFolder) async throws {
        var options = place
        options.home = home.path
        try await options.withHost { host in try await DemoStory(host: host).play() }
    }

    private func emptyFolder() throws(MayflyError) -> HomeFolder {
        let home = try place.folder()
        let content = (try? FileManager.default.contentsOfDirectory(atPath: home.path)) ?? []
        guard content.isEmpty else {
            throw MayflyError(.alreadyExists, "the demo needs an empty home folder, and \(home.path) is not empty")
        }
        return home
    }
}
