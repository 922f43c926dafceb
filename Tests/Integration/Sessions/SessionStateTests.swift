import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// What an extension keeps under a session, through a real worker.
@Suite struct SessionStateTests {
    @Test func isWrittenHereAndReadOnAnotherDevice() async throws {
        try await Sessions.with { test in
            let alice = try await test.act(as: "alice") { window in
                try await window.tap("get")
                // No message carries the session yet.
                try await window.tap("put", ["word": "hello"])
            }
            #expect(alice == ["get 0 version=0 size=0 ", "put 0 version=1 size=0 "])
            let bob = try await test.act(as: "bob") { try await $0.tap("get") }
            #expect(bob == ["get 0 version=1 size=5 hello"])
        }
    }

    @Test func aWriteThatExpectsAnotherVersionIsToldWhatStandsThere() async throws {
        try await Sessions.with { test in
            let said = try await test.act(as: "alice") { window in
                try await window.tap("put", ["word": "first"])
                try await window.tap("put", ["word": "second", "version": "0"])
                try await window.tap("put", ["word": "second", "version": "18446744073709551615"])
                try await window.tap("put", ["word": "second", "version": "1"])
                try await window.tap("get")
            }
            #expect(
                said == [
                    "put 0 version=1 size=0 ", "put 1010 version=1 size=5 first", "put 1010 version=1 size=5 first",
                    "put 0 version=2 size=0 ", "get 0 version=2 size=6 second",
                ]
            )
        }
    }

    @Test func ofTwoWindowsAtOnceOneWinsAndTheOtherIsToldOfIt() async throws {
        try await Sessions.with { test in
            let traces = (alice: Trace(), bob: Trace())
            try await test.window(as: "alice", trace: traces.alice) { alice in
                try await test.window(as: "bob", trace: traces.bob) { bob in
                    try await alice.open(test.bundle(Sessions.id))
                    try await bob.open(test.bundle(Sessions.id))
                    async let first: Void = alice.tap("put", ["word": "alice"])
                    async let second: Void = bob.tap("put", ["word": "bob"])
                    _ = try await (first, second)
                }
            }
            let answers = Set([traces.alice, traces.bob].flatMap(\.told))
            let expected: [Set<String>] = [
                ["put 0 version=1 size=0 ", "put 1010 version=1 size=5 alice"],
                ["put 0 version=1 size=0 ", "put 1010 version=1 size=3 bob"],
            ]
            #expect(expected.contains(answers.filter { $0.hasPrefix("put") }))
        }
    }

    @Test func ofTwoProgramsAtOnceOneWinsAndTheOtherIsToldOfIt() async throws {
        try await Tool.with(bundles: try Sessions.paths.get()) { tool in
            try await tool.setUp()
            func write(_ person: String) async throws -> [String] {
                let outcome = try await tool.run(
                    "launch",
                    Sessions.id,
                    "--conversation",
                    "chat",
                    "--as",
                    person,
                    "--json",
                    "--script",
                    "-",
                    script: "style expanded\ninput word \(person)\ntap put\n"
                )
                #expect(outcome.status == 0, "\(outcome.errors)")
                return outcome.lines.filter {
                    $0.contains("\"event\":\"log\"") && $0.contains(/put (0|1010) version=1/)
                }
            }
            async let alice = write("alice")
            async let bob = write("bob")
            let (first, second) = try await (alice, bob)
            #expect(first.count == 1 && second.count == 1)
            let conflicts = (first + second).filter { $0.contains("put 1010 version=1") }
            #expect(conflicts.count == 1)
            let winner = second == conflicts ? "size=5 alice" : "size=3 bob"
            #expect(conflicts.first?.contains(winner) == true)
        }
    }

    @Test func belongsToOneExtensionInOneConversation() async throws {
        try await Sessions.with { test in
            _ = try await test.act(as: "alice") { try await $0.tap("put", ["word": "secret"]) }
            let other = try await test.act(as: "alice", Sessions.other) { try await $0.tap("get") }
            #expect(other == ["get 0 version=0 size=0 "])
            try test.host.createConversation("elsewhere", with: ["alice", "bob"])
            let trace = Trace()
            try await test.host.withWindow(on: "elsewhere", as: "alice", observer: { trace.record($0) }) { window in
                try await window.open(test.bundle(Sessions.id))
                try await window.tap("get")
            }
            #expect(trace.told.first == "get 0 version=0 size=0 ")
        }
    }

    /// Otherwise an extension would know its person again by a session of its own choice.
    @Test(.proves("C-190")) func nothingIsThereAfterANewInstallation() async throws {
        let bundle = try #require(try Sessions.paths.get().first)
        try await TestHost.with(policy: .immediate) { test in
            try test.host.install(bundleAt: bundle)
            let before = try await test.act(as: "alice") { window in
                try await window.tap("put", ["word": "mark"])
                try await window.tap("get")
            }
            #expect(before == ["put 0 version=1 size=0 ", "get 0 version=1 size=4 mark"])
            try test.host.uninstall(try test.bundle(Sessions.id).id)
            try test.host.install(bundleAt: bundle)
            let after = try await test.act(as: "alice") { window in
                try await window.tap("get")
                try await window.tap("put", ["word": "mark"])
            }
            #expect(after == ["get 0 version=0 size=0 ", "put 0 version=1 size=0 "])
        }
    }

    @Test func aStateHasUpTo65536Bytes() async throws {
        try await Sessions.with { test in
            let said = try await test.act(as: "alice") { window in
                try await window.tap("put", ["size": "65536"])
                try await window.tap("put", ["size": "65537", "version": "1"])
                try await window.tap("get")
            }
            let bytes = String(repeating: "x", count: 100)
            #expect(
                said == [
                    "put 0 version=1 size=0 ", "put 1007 version=0 size=0 ", "get 0 version=1 size=65536 \(bytes)",
                ]
            )
        }
    }

    @Test func aConversationKeepsTheStatesOf256Sessions() async throws {
        try await Sessions.with { test in
            let said = try await test.act(as: "alice") { window in
                for _ in 0..<4 { try await window.tap("puts", ["size": "64"]) }
                try await window.tap("puts", ["size": "1"])
            }
            #expect(said.count == 257)
            #expect(said.filter { $0.hasPrefix("puts 0 version=") }.count == 256)
            #expect(said.last == "puts 1011 version=0 size=0 ")
            // Another conversation has room of its own.
            try test.host.createConversation("elsewhere", with: ["alice", "bob"])
            let trace = Trace()
            try await test.host.withWindow(on: "elsewhere", as: "alice", observer: { trace.record($0) }) { window in
                try await window.open(test.bundle(Sessions.id))
                try await window.tap("put", ["word": "x"])
            }
            #expect(trace.told.first == "put 0 version=1 size=0 ")
        }
    }

    @Test func whatIsNoSessionAndNoBytesIsRefused() async throws {
        try await Sessions.with { test in
            let said = try await test.act(as: "alice") { window in
                try await window.tap("null")
                try await window.tap("bad-bytes")
            }
            #expect(said == ["null 1005 version=0 size=0 ", "bad bytes 1005"])
        }
    }

    @Test func aWriteThatNobodyHearsOfIsCarriedOut() async throws {
        try await Sessions.with { test in
            let said = try await test.act(as: "alice") { window in
                try await window.tap("unheard")
                try await window.tap("get")
            }
            #expect(said == ["get 0 version=1 size=7 unheard"])
        }
    }
}

extension TestHost {
    /// Opens the plugin from the drawer and does something; what it was answered then.
    func act(
        as person: String,
        _ id: String = Sessions.id,
        _ body: @Sendable (ConversationWindow) async throws -> Void
    ) async throws -> [String] {
        let trace = Trace()
        try await window(as: person, trace: trace) { window in
            try await window.open(bundle(id))
            try await body(window)
        }
        return trace.told.filter { $0 != "saw viewWillDisappear" }
    }
}
