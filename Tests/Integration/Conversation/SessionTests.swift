import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyStore
import MayflyTesting
import Testing

/// Sessions in a conversation of several devices, through a real worker (model 5).
@Suite struct SessionTests {
    private static let people = ["alice", "bob", "carol"]

    private func expectRows(_ rows: [String], in test: TestHost, _ place: SourceLocation = #_sourceLocation) throws {
        for device in Self.people { #expect(try test.rows(of: device) == rows, "\(device)", sourceLocation: place) }
    }

    @Test(.proves("C-150", "C-152", "C-153", "C-154", "C-155", "C-158", "C-160", "C-167"))
    func eachMessageOfASessionLeavesItsSummaryWhereItWas() async throws {
        try await Puppet.with(devices: Self.people) { test in
            try await test.send("message session=A|url=?1|caption=one|summary=was one", from: "alice")
            try expectRows(["* one"], in: test)
            try await test.send("text between", from: "carol")
            try await test.send("message session=A|url=?2|caption=two|summary=was two", from: "bob")
            try expectRows(["- was one", "* between", "* two"], in: test)
            try await test.send("message session=A|url=?3|caption=three|summary=was three", from: "carol")
            try expectRows(["- was one", "* between", "- was two", "* three"], in: test)
        }
    }

    @Test(.proves("C-156", "C-157")) func aMessageWithoutSummaryLeavesNothingAndTakesPartAllTheSame() async throws {
        try await Puppet.with(devices: Self.people) { test in
            try await test.send("message session=A|url=?1|caption=one", from: "alice")
            try await test.send("text between", from: "alice")
            try await test.send("message session=A|url=?2|caption=two|summary=", from: "bob")
            try expectRows(["* between", "* two"], in: test)
            try await test.send("message session=A|url=?3|caption=three|summary=was three", from: "alice")
            try expectRows(["* between", "* three"], in: test)
            try await test.send("message session=A|url=?4|caption=four", from: "alice")
            try expectRows(["* between", "- was three", "* four"], in: test)
        }
    }

    @Test(.proves("C-159")) func stagingCollapsesNothing() async throws {
        try await Puppet.with(devices: Self.people) { test in
            try await test.send("message session=A|url=?1|caption=one|summary=was one", from: "alice")
            try await test.window(as: "bob") { window in
                try await window.tapBubble(1)
                try await test.play("message session=selected|url=?2|caption=two", in: window)
                try expectRows(["* one"], in: test)
                try await window.cancelMessage()
                try expectRows(["* one"], in: test)
                try await test.play("message session=selected|url=?2|caption=two", in: window)
                try await window.send()
                try expectRows(["- was one", "* two"], in: test)
            }
        }
    }

    @Test(.proves("C-150", "C-162")) func aMessageWithoutSessionCollapsesNothing() async throws {
        try await Puppet.with(devices: Self.people) { test in
            try await test.send("message session=A|url=?1|caption=one|summary=was one", from: "alice")
            for name in ["two", "three"] { try await test.send("message url=?|caption=\(name)", from: "bob") }
            try expectRows(["* one", "* two", "* three"], in: test)
        }
    }

    @Test(.proves("C-163")) func aSessionIsTheSameInEveryProcessAndOnEveryDevice() async throws {
        try await Puppet.with { test in
            let (here, there) = (Trace(), Trace())
            try await test.window(as: "bob", trace: there) { theirs in
                try await theirs.open(test.bundle(Puppet.id))
                try await test.window(as: "alice", trace: here) { window in
                    try await window.open(test.bundle(Puppet.id))
                    try await test.play("message session=new|url=?1", in: window)
                    try await window.send()
                }
                try await theirs.settle()
            }
            try await test.window(as: "alice", trace: here) { try await $0.tapBubble(1) }
            try await test.window(as: "bob", trace: there) { try await $0.tapBubble(1) }
            let session = try #require(try here.sighting("didStartSending")["message.session"])
            #expect(try there.sighting("didReceive")["message.session"] == session)
            #expect(try here.sighting("willBecomeActive")["selected.session"] == session)
            #expect(try there.sighting("willBecomeActive")["selected.session"] == session)
        }
    }

    @Test(.proves("C-164")) func messagesAreWholeAfterTheHostHasStartedAnew() async throws {
        try await Puppet.with { test in
            try await test.send(
                "message session=A|url=?1|caption=${me} asks|title=t|subtitle=s|summary=sum|label=spoken",
                from: "alice"
            )
            let before = try test.messages(of: "bob")
            #expect(before.count == 1)
            let reborn = try ExtensionHost(home: HomeFolder(path: test.home))
            let after = try reborn.look(at: test.conversation, as: "bob").transcript.entries.map(\.item?.message)
            #expect(after == before)
        }
    }

    @Test(.proves("C-165")) func oneSessionIdInTwoExtensionsOrConversationsIsTwoSessions() async throws {
        try await Puppet.with { test in
            try test.host.createConversation("second", with: ["alice", "bob"])
            try await test.send("message session=A|url=?1|caption=one|summary=was one", from: "alice")
            try await test.send("message session=A|url=?2|caption=two", from: "alice", Puppet.otherID)
            try await test.host.withWindow(on: "second", as: "alice") { window in
                try await window.open(test.bundle(Puppet.id))
                try await test.play("message session=A|url=?3|caption=three", in: window)
                try await window.send()
            }
            #expect(try test.rows(of: "bob") == ["* one", "* two"])
            try await test.send("message session=A|url=?4|caption=four", from: "alice")
            #expect(try test.rows(of: "bob") == ["- was one", "* two", "* four"])
        }
    }
}
