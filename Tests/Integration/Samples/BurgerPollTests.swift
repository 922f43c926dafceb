import Foundation
import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// The sample in C++, in real workers, in a group.
@Suite struct BurgerPollTests {
    static let id = "org.mayfly.burgerpoll"

    @Test(.proves("C-167")) func aSecondVoteOfOnePersonReplacesTheFirst() async throws {
        try await Samples.with(devices: ["alice", "bob", "carol"]) { test in
            try await test.window(as: "alice") { window in
                try await window.open(test.bundle(Self.id))
                try await window.tap("ask")
                try await window.send()
            }
            for (entry, choice) in [(1, "Veggie"), (2, "Chili")] {
                try await test.window(as: "bob") { window in
                    try await window.tapBubble(entry)
                    try await window.tap(.typed(choice))
                    try await window.send()
                }
            }
            try await test.window(as: "carol") { window in
                let layout = try #require(await window.transcript.entries.last?.item?.message?.layout)
                #expect(layout.caption?.display(name: window.name(of:)) == "Chili 1")
                #expect(layout.subcaption?.display(name: window.name(of:)) == "bob: Chili")
            }
        }
    }

    /// A press on a burger votes, also where it begins the poll.
    @Test func theFirstChoiceIsTheFirstVote() async throws {
        try await Samples.with { test in
            try await test.window(as: "alice") { window in
                try await window.open(test.bundle(Self.id))
                try await window.tap("Veggie")
                #expect(await window.cardText.contains("Your vote for Veggie waits"))
                try await window.send()
                #expect(await window.cardText.contains("Veggie 1"))
                #expect(await !window.cardText.contains("waits"))
            }
            try await test.window(as: "bob") { window in
                let layout = try #require(await window.transcript.entries.last?.item?.message?.layout)
                #expect(layout.caption?.display(name: window.name(of:)) == "Veggie 1")
                #expect(layout.subcaption?.display(name: window.name(of:)) == "alice: Veggie")
            }
        }
    }

    /// The vote that waits in the input field is shown until it is sent or taken out, whatever comes meanwhile.
    @Test func aVoteThatWaitsIsNotForgotten() async throws {
        try await Samples.with(devices: ["alice", "bob", "carol"]) { test in
            try await test.ask(with: Self.id)
            try await test.window(as: "bob") { bob in
                try await bob.tapNewest()
                try await bob.tap("Chili")
                try await test.window(as: "carol") { carol in
                    try await carol.tapNewest()
                    try await carol.tap("Veggie")
                    try await carol.send()
                }
                try await bob.settle()
                let waiting = await bob.cardText
                #expect(waiting.contains("Veggie 1") && waiting.contains("Your vote for Chili waits"), "\(waiting)")
                try await bob.cancelMessage()
                #expect(await !bob.cardText.contains("waits"))
                // The last choice is the one that is sent.
                try await bob.tap("Chili")
                try await bob.tap("Classic")
                #expect(await bob.cardText.contains("Your vote for Classic waits"))
                try await bob.send()
                #expect(await bob.cardText.contains("Classic 1 · Veggie 1"))
            }
        }
    }

    /// The host of the first release had neither history nor state of sessions.
    @Test func votesOnAHostWithoutTheAbilitiesOfSessions() async throws {
        let older = try Self.bundleOnAnOlderHost()
        // It stands in for an older host by a library beside the sample's, which the sandbox would not show it.
        try await TestHost.with(
            bundles: [older],
            devices: ["alice", "bob", "carol"],
            policy: .immediate,
            confinement: .none
        ) { test in
            let id = "test.mayfly.olderhost"
            let trace = Trace()
            try await test.ask(with: id)
            for (person, choice) in [("bob", "Veggie"), ("carol", "Chili")] {
                try await test.window(as: person, trace: trace) { window in
                    try await window.tapNewest()
                    try await window.tap(.typed(choice))
                    try await window.send()
                    #expect(await window.cardText.contains(person == "bob" ? "Veggie 1" : "Veggie 1 · Chili 1"))
                }
            }
            #expect(!trace.lines.contains { $0.contains("readSession") || $0.contains("State") })
            try await test.window(as: "alice") { window in
                try await window.tapNewest()
                #expect(await window.cardText.contains("Veggie 1 · Chili 1"))
            }
        }
    }

    /// Without them, the messages that come while the poll is open are gathered all the same.
    @Test func gathersWhatComesWhileItIsOpenOnAHostWithoutTheAbilities() async throws {
        let transport = HeldTransport()
        try await TestHost.with(
            bundles: [try Self.bundleOnAnOlderHost()],
            devices: ["alice", "bob", "carol"],
            policy: .immediate,
            confinement: .none,
            transport: transport
        ) { test in
            try transport.attach(to: test)
            try await test.ask(with: "test.mayfly.olderhost")
            try await test.window(as: "alice") { alice in
                try await alice.tapNewest()
                try await test.race(["bob", "carol"], over: transport) { window, person in
                    try await window.tapNewest()
                    try await window.tap(person == "bob" ? "Veggie" : "Chili")
                }
                try await alice.settle()
                #expect(await alice.cardText.contains("Veggie 1 · Chili 1"))
            }
        }
    }

    private static func bundleOnAnOlderHost() throws -> String {
        let library = try #require(
            FileManager.default.enumerator(atPath: Samples.folder + "/BurgerPoll.mayfly")?.lazy
                .compactMap { $0 as? String }.first { $0.hasSuffix("burgerpoll.so") }
        )
        let path = Samples.folder + "/BurgerPoll.mayfly/" + library
        return try PluginWorkshop.bundle(
            "older_host",
            id: "test.mayfly.olderhost",
            options: ["-DINNER=\"\(path)\"", "-ldl"]
        )
    }
}
