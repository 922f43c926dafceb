import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// The sample in C++, in real workers, in a group.
@Suite struct BurgerPollTests {
    private static let id = "org.mayfly.burgerpoll"

    @Test(.proves("C-160", "C-167")) func aSecondVoteOfOnePersonReplacesTheFirst() async throws {
        try await Samples.with(devices: ["alice", "bob", "carol"]) { test in
            try await test.window(as: "alice") { window in
                try await window.open(test.bundle(Self.id))
                try await window.tap("ask")
                try await window.send()
            }
            for (entry, choice) in [(1, "Veggie"), (2, "Chili")] {
                try await test.window(as: "bob") { window in
                    try await window.tapBubble(entry)
                    try await window.tap(choice)
                    try await window.tap("vote")
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
}
