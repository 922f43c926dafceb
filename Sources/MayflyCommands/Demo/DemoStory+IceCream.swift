internal import MayflyHost
internal import MayflyModel
internal import MayflyProtocol

extension DemoStory {
    private static let first = "Let's build an ice cream"
    private static let second = "I added some scoops"
    private static let third = "Our finished ice cream"

    /// Two people build an ice cream, a step a message.
    func playIceCream(_ stage: DemoStage) async throws {
        stage.heading("Two people build an ice cream")
        try await host.withWindow(on: "Dessert", as: "alice", observer: stage.observe) { alice in
            try await begin(stage, alice)
            try await host.withWindow(on: "Dessert", as: "bob", observer: stage.observe) { bob in
                try await addScoops(stage, bob)
            }
            stage.showProcesses()
            try await finish(stage, alice)
        }
        stage.showProcesses()
    }

    private func begin(_ stage: DemoStage, _ alice: ConversationWindow) async throws {
        stage.tell("alice opens the Ice Cream Builder from the drawer. It starts compact, with her earlier ice creams.")
        try await alice.open(extensionBundle(Self.iceCream))
        try stage.check(await alice.style == .compact, "the compact launch")
        await stage.show(alice)
        stage.tell("She taps 'new'; the extension asks for expanded.")
        try await alice.tap("new")
        try stage.check(await alice.style == .expanded, "the change to expanded")
        await stage.show(alice)
        stage.tell("She picks a cone. The extension stages a message and dismisses itself.")
        try await alice.tap("base-cone")
        try await stage.checkStaged(Self.first, in: alice)
        try stage.check(await alice.openExtension == nil, "the extension's own end")
        await stage.show(alice)
        stage.tell("She presses Send.")
        try await stage.send(in: alice)
        try await stage.checkEntry(1, is: Self.first, in: alice)
        try stage.check(await alice.draft.isEmpty, "the emptying of the input field")
        await stage.show(alice)
    }

    private func addScoops(_ stage: DemoStage, _ bob: ConversationWindow) async throws {
        stage.tell("bob's device shows the bubble.")
        try await stage.checkEntry(1, is: Self.first, in: bob)
        await stage.show(bob)
        stage.tell("He taps it: the extension starts on his side, expanded, with that message selected.")
        try await bob.tapBubble(1)
        try stage.check(await bob.style == .expanded, "the expanded launch")
        await stage.show(bob)
        stage.tell("He adds scoops of mint in the same session, and sends.")
        try await bob.tap("scoops-mint")
        try await stage.checkStaged(Self.second, in: bob)
        try await stage.send(in: bob)
        try stage.check(await isOneSession(bob), "the answer in the same session")
        await stage.show(bob)
    }

    private func finish(_ stage: DemoStage, _ alice: ConversationWindow) async throws {
        stage.tell("On alice's device, too, the older bubble is now its summary line at its old place.")
        try await alice.settle()
        try stage.check(await alice.transcript.entry(number: 1)?.item == nil, "the collapse on alice's device")
        try await stage.checkEntry(2, is: Self.second, in: alice)
        await stage.show(alice)
        stage.tell("She taps the new bubble and adds a cherry.")
        try await alice.tapBubble(2)
        try await alice.tap("topping-cherry")
        try await stage.checkStaged(Self.third, in: alice)
        stage.tell("She sends it.")
        try await stage.send(in: alice)
        try await stage.checkEntry(3, is: Self.third, in: alice)
        await stage.show(alice)
        stage.tell("She opens the builder again: the finished one is in her history.")
        try await alice.open(extensionBundle(Self.iceCream))
        try stage.check(await history(alice).contains("cherry"), "the entry in the history")
        await stage.show(alice)
    }

    /// Whether the older bubble has gone because the newer one is of its session.
    private func isOneSession(_ window: ConversationWindow) async -> Bool {
        let transcript = await window.transcript
        return transcript.entries.count == 2 && transcript.entry(number: 1)?.item == nil
            && transcript.entry(number: 2)?.item?.message?.session != nil
    }

    private func history(_ window: ConversationWindow) async -> String {
        ViewText.lines(of: await window.view, style: await window.style).joined(separator: " ").lowercased()
    }
}
