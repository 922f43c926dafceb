internal import ArgumentParser
internal import Foundation
internal import MayflyHost
internal import MayflyModel
internal import MayflyStore
internal import MayflyWorkers

/// `mayfly demo`: plays a story with the sample extensions.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Play a story with the sample extensions and print what each person sees.",
        discussion: """
            Three people on three devices of this machine use the sample extensions. Each extension runs in its own \
            worker process, and all output is read back from the host. The demo uses a temporary home folder and removes \
            it at the end. A folder that --home names is kept; it must not exist, be empty, \
            or have nothing but extensions and stores.
            """
    )

    @OptionGroup var place: HomeOptions
    @OptionGroup var requirement: RequirementOptions

    func run() async throws {
        // The home folder of the environment holds a person's own conversations, so the demo never uses it.
        guard place.home == nil else {
            let home = try emptyFolder()
            try await play(in: home)
            return Output.standard.write(line: "\nThe home folder of the demo is kept: \(home.path)")
        }
        let folder = try ScratchFolder("mayfly-demo-", in: NSTemporaryDirectory())
        try await play(in: HomeFolder(path: folder.path))
        folder.remove()
    }

    private func play(in home: HomeFolder) async throws {
        var options = place
        options.home = home.path
        let confinement = Confinement(requirement: requirement.requirement)
        try await Interruption.cancels { [options] in
            try await options.withHost(confinement) { host in try await DemoStory(host: host).play() }
        }
    }

    private func emptyFolder() throws(MayflyError) -> HomeFolder {
        let home = try place.folder()
        let content = (try? FileManager.default.contentsOfDirectory(atPath: home.path)) ?? []
        // Extensions from a store may be there: the demo then plays with them.
        let isOfStores = content.allSatisfy {
            $0 == "stores" || $0 == "extensions" || $0 == "applications" || $0.hasPrefix("mayfly.sqlite")
        }
        let people = home.hasDatabase ? try place.reader().devices() : []
        guard isOfStores, people.isEmpty else {
            throw MayflyError(
                .alreadyExists,
                "the demo needs a home folder without conversations; \(home.path) is not empty"
            )
        }
        return home
    }
}
