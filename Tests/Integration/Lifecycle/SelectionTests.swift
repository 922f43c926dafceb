import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// The selected message, as a plugin is told it (model 2.5, 3.3 to 3.6).
@Suite struct SelectionTests {
    private static let whole = "message session=new|url=?a=1|caption=one|subcaption=two|trailing=three|summary=four"

    @Test(.proves("C-053", "C-054", "C-061"))
    func aTapSelectsTheSameMessageWhetherTheExtensionWasActiveOrNot() async throws {
        try await Puppet.with { test in
            try await test.send(Self.whole, from: "alice")
            let trace = Trace()
            try await test.window(as: "bob", trace: trace) { window in
                try await window.tapBubble(1)
                let launched = try trace.sighting("willBecomeActive").message("selected")
                #expect(launched["url"] == "?a=1")
                #expect(launched["trailing"] == "three")
                try await window.closeExtension()
                try await window.open(test.bundle(Puppet.id))
                #expect(try trace.sighting("viewDidAppear").message("selected").isEmpty)
                try await window.tapBubble(1)
                #expect(try trace.sighting("didSelect").message("selected") == launched)
                #expect(try trace.sighting("didTransition").message("selected") == launched)
            }
        }
    }

    @Test(.proves("C-062")) func onlyBubblesOfTheExtensionItselfCallIt() async throws {
        try await Puppet.with { test in
            try await test.send("text only text", from: "alice")
            try await test.send("message url=?theirs|caption=theirs", from: "alice", Puppet.otherID)
            let trace = Trace()
            try await test.window(as: "bob", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                trace.clear()
                await #expect(throws: MayflyError.self) { try await window.tapBubble(1) }
                #expect(trace.sightings.isEmpty)
                try await window.tapBubble(2)
                #expect(!trace.sightings.contains { $0.name.hasSuffix("Select") })
                #expect(await window.openExtension?.id.rawValue == Puppet.otherID)
            }
        }
    }

    @Test(.proves("C-067")) func whatArrivesDoesNotReplaceTheSelection() async throws {
        try await Puppet.with { test in
            try await test.send("message session=A|url=?1", from: "alice")
            let trace = Trace()
            try await test.window(as: "bob", trace: trace) { window in
                try await window.tapBubble(1)
                try await test.send("message session=A|url=?2", from: "alice")
                try await window.settle()
                let received = try trace.sighting("didReceive")
                #expect(received["message.url"] == "?2")
                #expect(received["selected.url"] == "?1")
                #expect(received["message.session"] == received["selected.session"])
                try await window.tap("run")
                #expect(try trace.sighting("didPerformAction")["selected.url"] == "?1")
            }
        }
    }

    @Test(.proves("C-068")) func theSelectedMessageIsACopy() async throws {
        try await Puppet.with { test in
            try await test.send("message url=?a=1|caption=one", from: "alice")
            let trace = Trace()
            try await test.window(as: "bob", trace: trace) { window in
                try await window.tapBubble(1)
                try await test.play("scribble", in: window)
                try await window.tap("run")
                #expect(try trace.sighting("didPerformAction")["selected.url"] == "?a=1")
                #expect(try trace.sighting("didPerformAction")["selected.caption"] == "one")
            }
            for device in ["alice", "bob"] {
                #expect(try test.messages(of: device).map(\.url) == ["?a=1"])
                #expect(try test.rows(of: device) == ["* one"])
            }
        }
    }

    @Test(.proves("C-069", "C-164")) func aStoredMessageIsReadBackLaterEditedAndInserted() async throws {
        try await Puppet.with { test in
            try await test.send(Self.whole, from: "alice")
            try await test.window(as: "bob") { window in
                try await window.tapBubble(1)
                try await test.play("keep", in: window)
            }
            // Another process, which was told of no message.
            try await test.send("message from=kept|caption=edited", from: "bob")
            let sent = try #require(try test.messages(of: "alice").first)
            #expect(sent.url == "?a=1")
            #expect(sent.layout?.trailingCaption == MentionText(literal: "three"))
            #expect(sent.layout?.caption == MentionText(literal: "edited"))
            // It still belongs to its session.
            #expect(try test.rows(of: "alice") == ["- four", "* edited"])
        }
    }

    @Test(.proves("C-066", "C-151")) func anAnswerMakesASessionOrReusesThatOfTheSelectedMessage() async throws {
        try await Puppet.with { test in
            try await test.send("message url=?1|caption=one|summary=first", from: "alice")
            let trace = Trace()
            try await test.window(as: "bob", trace: trace) { window in
                try await window.tapBubble(1)
                #expect(try trace.sighting("willBecomeActive")["selected.session"] == nil)
                try await test.play("message session=new|url=?2|caption=two|summary=second", in: window)
                try await window.send()
            }
            try await test.window(as: "alice", trace: trace) { window in
                try await window.tapBubble(2)
                #expect(try trace.sighting("willBecomeActive")["selected.session"] != nil)
                try await test.play("message session=selected|url=?3|caption=three", in: window)
                try await window.send()
            }
            for device in ["alice", "bob"] {
                #expect(try test.rows(of: device) == ["* one", "- second", "* three"])
            }
        }
    }

    /// It is gone from whatever a callback tells, although each callback is told of another message of its session.
    @Test(.proves("C-161")) func aCollapsedMessageIsNeitherTappedNorToldByAnyCallback() async throws {
        try await Puppet.with { test in
            for number in 1...2 {
                try await test.send(
                    "message session=A|url=?\(number)|caption=\(number)|summary=was \(number)",
                    from: "alice"
                )
            }
            let trace = Trace()
            try await test.window(as: "bob", trace: trace) { window in
                await #expect(throws: MayflyError.self) { try await window.tapBubble(1) }
                #expect(trace.lifecycle.isEmpty)
                try await window.open(test.bundle(Puppet.id))
                for _ in 1...2 {
                    let count = trace.sightings.count
                    await #expect(throws: MayflyError.self) { try await window.tapBubble(1) }
                    #expect(trace.sightings.count == count)
                    try await window.tapBubble(2)
                }
                try await test.play("message session=selected|url=?3|caption=3", in: window)
                try await window.send()
                // The second is collapsed from here on, and the selected one still, until another is tapped (C-067).
                #expect(try test.rows(of: "bob") == ["- was 1", "- was 2", "* 3"])
                try await window.tapBubble(3)
                let last = trace.sightings.count
                await #expect(throws: MayflyError.self) { try await window.tapBubble(2) }
                try await test.send("message session=A|url=?4|caption=4", from: "alice")
                try await window.closeExtension()
                let urls = trace.sightings.flatMap { [$0["selected.url"], $0["message.url"]] }.compactMap(\.self)
                #expect(Set(urls) == ["?2", "?3", "?4"])
                let late = trace.sightings.dropFirst(last).flatMap { [$0["selected.url"], $0["message.url"]] }
                #expect(Set(late.compactMap(\.self)) == ["?3", "?4"])
            }
        }
    }
}
