import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// What an extension is told while it becomes active (model 3.1, 3.3).
@Suite struct ActivationTests {
    @Test(.proves("C-021", "C-027", "C-029"))
    func theConversationIsTheSameFromTheFirstCallbackThatHasItToTheLast() async throws {
        try await Puppet.with(devices: ["alice", "bob", "carol"]) { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                // Twice: a conversation that had not ended would show in the first callback of the second launch.
                for _ in 0..<2 {
                    try await window.open(test.bundle(Puppet.id))
                    try await window.changeStyle(to: .expanded)
                    try await window.closeExtension()
                }
            }
            let told = trace.sightings
            let starts = told.indices.filter { told[$0].name == "viewDidLoad" }
            #expect(starts == [0, 11] && told.count == 22)
            for start in starts {
                #expect(told[start]["local"] == nil && told[start].remotes.isEmpty)
                #expect(told[start + 1].name == "willBecomeActive")
                #expect(told[start + 10].name == "didResignActive")
            }
            let people = told.filter { $0.name != "viewDidLoad" }.map { [$0["local"]] + $0.remotes }
            #expect(people.first?.count == 3)
            #expect(Set(people).count == 1 && people.allSatisfy { !$0.contains(nil) })
        }
    }

    @Test(.proves("C-021")) func eachConversationIsTheOneThatIsOnScreen() async throws {
        try await Puppet.with(devices: ["alice", "bob", "carol"]) { test in
            try test.host.createConversation("pair", with: ["alice", "carol"])
            var people: [[String]] = []
            for name in [test.conversation, "pair"] {
                let trace = Trace()
                try await test.host.withWindow(on: name, as: "alice", observer: { trace.record($0) }) { window in
                    try await window.open(test.bundle(Puppet.id))
                }
                people.append(try trace.sighting("didBecomeActive").remotes)
            }
            #expect(people.map(\.count) == [2, 1])
            #expect(people[0].contains(people[1][0]))
        }
    }

    @Test(.proves("C-046")) func twoActivationsShareNoMemory() async throws {
        try await Puppet.with { test in
            try test.script(["didBecomeActive count"], as: "alice")
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                for _ in 0..<2 {
                    try await window.open(test.bundle(Puppet.id))
                    try await window.closeExtension()
                }
            }
            #expect(trace.answers == ["count 1", "count 1"])
        }
    }
}
