internal import MayflyHost
internal import MayflyModel

extension DemoStory {
    /// A sticker from a pack: no code runs, and so no process starts.
    func playSticker(_ stage: DemoStage) async throws {
        stage.heading("A sticker")
        try await host.withWindow(on: "Dessert", as: "bob", observer: stage.observe) { bob in
            stage.tell("bob opens the sticker pack. It has no code, so no process starts.")
            try await bob.open(extensionBundle(Self.smileys))
            await stage.show(bob)
            stage.tell("He taps the first sticker and sends it.")
            try await bob.tapSticker(1)
            try stage.check(await bob.draft.media.count == 1, "the staging of the sticker")
            try await stage.send(in: bob)
            try await bob.closeExtension()
        }
        try await host.withWindow(on: "Dessert", as: "alice", observer: stage.observe) { alice in
            stage.tell("alice sees it.")
            let last = await alice.transcript.entries.last?.item
            if case .sticker = last?.content {} else { try stage.check(false, "the arrival of the sticker") }
            await stage.show(alice)
        }
        try stage.check(stage.takesNoProcess, "the sticker pack without a process")
    }
}
