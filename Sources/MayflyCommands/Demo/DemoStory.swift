internal import MayflyBundles
internal import MayflyHost
internal import MayflyProtocol

/// The story of the demo: who does what, in order. Each step is checked in the host's own state.
struct DemoStory: Sendable {
    let host: ExtensionHost

    static let iceCream = "org.mayfly.icecream"
    static let smileys = "org.mayfly.smileys"
    static let poll = "org.mayfly.burgerpoll"

    /// Plays all of it. Throws at the first step that did not happen.
    func play() async throws {
        let stage = try openStage()
        try await playIceCream(stage)
        try await playSticker(stage)
        try await playPoll(stage)
        stage.heading("The end")
        stage.tell("Every step happened; every worker process is gone.")
    }

    private func openStage() throws -> DemoStage {
        try DemoPeople.make(in: host)
        let stage = DemoStage(names: try Names(host))
        stage.heading("The drawer")
        let catalog = host.catalog()
        stage.show(CatalogTable.lines(of: catalog.entries))
        for id in [Self.iceCream, Self.smileys, Self.poll] { _ = try catalog.find(id) }
        return stage
    }

    func extensionBundle(_ id: String) throws -> ExtensionBundle { try host.catalog().find(id) }
}
