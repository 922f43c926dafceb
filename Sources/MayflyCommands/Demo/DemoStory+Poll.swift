internal import MayflyHost
internal import MayflyModel
internal import MayflyProtocol

extension DemoStory {
    /// Three people vote, each in the message of the one before.
    func playPoll(_ stage: DemoStage) async throws {
        stage.heading("A group of three votes")
        stage.tell("alice asks the group.")
        try await host.withWindow(on: "Lunch", as: "alice", observer: stage.observe) { alice in
            try await alice.open(extensionBundle(Self.poll))
            await stage.show(alice)
            try await alice.tap("ask")
            try await stage.checkStaged("Burger poll", in: alice)
            try await stage.send(in: alice)
            await stage.show(alice)
        }
        stage.showProcesses()
        for (voter, choice, entry) in [("bob", "Veggie", 1), ("carol", "Chili", 2), ("alice", "Veggie", 3)] {
            try await vote(stage, voter, for: choice, on: entry)
        }
        stage.tell("All three see the same poll, each with the names that they know.")
        for voter in ["alice", "bob", "carol"] { try await showResult(stage, to: voter) }
    }

    private func vote(_ stage: DemoStage, _ voter: String, for choice: String, on entry: Int) async throws {
        stage.tell("\(voter) taps the poll and votes for \(choice).")
        try await host.withWindow(on: "Lunch", as: voter, observer: stage.observe) { window in
            try await window.tapBubble(entry)
            try await window.tap(.title(choice))
            await stage.show(window)
            try stage.check(await window.draft.message != nil, "the staging of \(voter)'s vote")
            try await stage.send(in: window)
        }
        stage.showProcesses()
    }

    private func showResult(_ stage: DemoStage, to person: String) async throws {
        try await host.withWindow(on: "Lunch", as: person, observer: stage.observe) { window in
            await stage.show(window)
            let layout = await window.transcript.entries.last?.item?.message?.layout
            let result = layout?.caption?.display(name: stage.names.name(of:)) ?? ""
            try stage.check(result == "Veggie 2 · Chili 1", "the result 'Veggie 2 · Chili 1' for \(person)")
            let votes = layout?.subcaption?.display(name: stage.names.name(of:)) ?? ""
            for vote in ["bob: Veggie", "carol: Chili", "alice: Veggie"] {
                try stage.check(votes.contains(vote), "'\(vote)' in the poll of \(person)")
            }
        }
    }
}
