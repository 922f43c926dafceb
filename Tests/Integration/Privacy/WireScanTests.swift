import Foundation
import GRDB
import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// Every byte that the host writes to workers in a long run of three people and five extensions (model 6.1, 6.7).
@Suite struct WireScanTests {
    private static let poll = "org.mayfly.burgerpoll"
    private static let iceCream = "org.mayfly.icecream"
    private static let tally = "org.mayfly.tally"
    private static let media = "test.mayfly.media"

    @Test(.proves("C-180", "C-190", "C-192", "C-194", "C-197"))
    func noWorkerIsToldWhoAnybodyIs() async throws {
        let media = try PluginWorkshop.bundle("media")
        try FileManager.default.copyItem(
            atPath: Samples.folder + "/IceCream.mayfly/Resources/cup-none-none.png",
            toPath: media + "/good.png"
        )
        let samples = ["Tally", "BurgerPoll", "IceCream"].map { "\(Samples.folder)/\($0).mayfly" }
        try await TappedHost.with(bundles: samples + [media, try PluginWorkshop.bundle("recorder")]) { test in
            try await playPoll(test)
            try await playIceCream(test)
            try await playTally(test)
            try await playMedia(test)
            try await playRecorder(test)
            try await failToDeliver(test)
            try await failToWrite(test)
            try expectTold(test, [Self.poll, Self.iceCream, Self.tally, Recorder.id], test.tap.written)
            try await playReinstalled(test)
            expectSilent(test.tap.written, try test.secrets())
        }
    }

    /// The scan finds what is there: what a person types into an extension's own view is told to it.
    @Test func theScanFindsANameThatAPersonTellsAnExtension() async throws {
        try await TappedHost.with(bundles: [Samples.folder + "/Tally.mayfly"]) { test in
            try await test.window(0) { window in
                try await window.open(test.bundle(Self.tally))
                try await window.changeStyle(to: .expanded)
                try await window.input("title", TappedHost.names[1])
                try await window.tap("plus")
            }
            let written = test.tap.written
            let found = try test.secrets().filter { $0.isFound(in: written) }.map(\.what)
            #expect(found == ["the name 'Ольга Крылова'", "a part of a name 'Ольга'", "a part of a name 'Крылова'"])
        }
    }

    /// Whatever an extension asks for, and although another one uses the same session: of the input field, and of what others
    /// sent, no byte comes to it. What came from itself does.
    @Test(.proves("C-118")) func noAnswerHoldsTheFieldOrTheMessagesOfOthers() async throws {
        try await TappedHost.with(bundles: try Sessions.paths.get()) { test in
            try await test.window(1) { window in
                try await window.open(test.bundle(Sessions.id))
                try await window.say("ownword")
                try await window.open(test.bundle(Sessions.other))
                try await window.say("foreignword")
                try await window.type("spokenword")
                try await window.send()
            }
            try await test.window(0) { window in
                try await window.open(test.bundle(Sessions.other))
                try await window.tap("stage", ["word": "stagedword"])
                try await window.type("typedword")
            }
            let count = test.tap.written.streams.count
            let trace = Trace()
            try await test.window(0, trace: trace) { window in
                #expect(await window.transcript.count == 3)
                try await window.tapBubble(1)
                // The extension is open while its person types, and while another one's message and plain text arrive.
                try await window.type(" livetyped")
                try await test.window(1) { other in
                    try await other.open(test.bundle(Sessions.other))
                    try await other.say("lateforeign")
                    try await other.type("latespoken")
                    try await other.send()
                }
                try await window.settle()
                #expect(
                    await window.transcript.entries.suffix(2).compactMap(\.item?.brief) == [
                        "lateforeign", "latespoken",
                    ]
                )
                let buttons = ["page", "get", "put", "push", "puts", "null", "bad-bytes", "get-many", "unheard"]
                for button in buttons { try await window.tap(button, ["size": "2"]) }
                let draft = await window.draft
                #expect(draft.message?.brief == "stagedword" && draft.text == "typedword livetyped")
                // What it inserts itself takes the place of the other's message, of which it learns nothing by that.
                try await window.tap("stage", ["word": "newword"])
                #expect(await window.draft.message?.brief == "newword")
                try await window.send()
            }
            #expect(trace.told.contains("page 0 count=1 older=0 ownword"))
            let told = test.tap.written(after: count, most: 2)
            let words = [
                "foreignword", "spokenword", "stagedword", "typedword", "livetyped", "lateforeign", "latespoken",
            ]
            for word in words {
                #expect(!Secret("the word", text: word).isFound(in: told), "\(word)")
            }
            for word in ["ownword", "newword"] { #expect(Secret("the word", text: word).isFound(in: told), "\(word)") }
        }
    }

    // MARK: The run

    /// Texts that mention people, in the caption, the subcaption and the summary.
    private func playPoll(_ test: TappedHost) async throws {
        try await test.window(0) { window in
            try await window.type("\(TappedHost.names[1]), what do you want?")
            try await window.open(test.bundle(Self.poll))
            try await window.tap("ask")
            try await window.send()
        }
        for (person, choice) in [(1, "Veggie"), (2, "Chili"), (0, "Chili")] {
            try await test.window(person) { window in
                try await window.tapBubble(Self.lastMessage(of: window))
                try await window.tap(.typed(choice))
                try await window.type("this is \(TappedHost.names[person])")
                try await window.send()
            }
        }
    }

    private func playIceCream(_ test: TappedHost) async throws {
        try await test.window(0) { window in
            try await window.open(test.bundle(Self.iceCream))
            try await window.tap("new")
            try await window.tap("base-cone")
            try await window.send()
        }
        for (person, step) in [(1, "scoops-vanilla"), (2, "topping-cherry")] {
            try await test.window(person) { window in
                try await window.tapBubble(Self.lastMessage(of: window))
                try await window.tap(.typed(step))
                try await window.send()
            }
        }
        try await test.window(0) { try await $0.tapBubble(Self.lastMessage(of: $0)) }
    }

    /// A message of the open session arrives, and is told at once.
    private func playTally(_ test: TappedHost) async throws {
        try await test.window(0) { window in
            try await window.open(test.bundle(Self.tally))
            for control in ["plus", "stage"] { try await window.tap(.typed(control)) }
            try await window.send()
        }
        let trace = Trace()
        try await test.window(1, trace: trace) { window in
            try await window.tapBubble(Self.lastMessage(of: window))
            for person in [2, 0] {
                try await test.window(person) { other in
                    try await other.tapBubble(Self.lastMessage(of: other))
                    for control in ["plus", "stage"] { try await other.tap(.typed(control)) }
                    try await other.send()
                }
            }
            await trace.wait { events in
                events.count { if case .callback(_, "didReceive", _) = $0 { true } else { false } } == 2
            }
            try await window.cancelIfStaged()
        }
    }

    private func playMedia(_ test: TappedHost) async throws {
        try await test.window(1) { window in
            try await window.open(test.bundle(Self.media))
            for control in ["attachments", "stickers", "browser"] { try await window.tap(.typed(control)) }
            try await window.tapSticker(1)
            try await window.send()
        }
    }

    private func playRecorder(_ test: TappedHost) async throws {
        for person in 0..<3 {
            try await test.window(person) { window in
                try await window.open(test.bundle(Recorder.id))
                for control in ["stage", "second", "text", "bad-url", "expand", "compact", "many"] {
                    try await window.tap(.typed(control))
                }
                try await window.cancelMessage()
                try await window.tap("stage")
                try await window.send()
                try await window.tapBubble(Self.lastMessage(of: window))
                try await window.tap("dismiss-late")
            }
        }
    }

    /// A transport's own words name people and addresses. The extension is told the number.
    private func failToDeliver(_ test: TappedHost) async throws {
        let record = try test.store.conversation(named: TappedHost.conversation)
        let device = try test.devices[0]
        try await test.window(0) { window in
            try await window.open(test.bundle(Self.tally))
            try await window.tap("stage")
        }
        let shown = try test.store.look(at: record.id, on: device.id).draft.id
        let envelope = try test.store.sendDraft(shown, in: record.id, from: device.id).envelope
        let words = "no route to \(TappedHost.names[1]) at 203.0.113.7"
        try test.store.settle(envelope.id, error: MessageError(.unknown, words))
        let trace = Trace()
        try await test.window(0, trace: trace) { window in
            try await window.tapBubble(Self.lastMessage(of: window))
            let shown = await window.entry(of: envelope.items)
            #expect(shown?.item?.message?.error?.message == words)
        }
        #expect(trace.lifecycle.contains("willResignActive"))
        let address = Secret("the address", text: "203.0.113.7")
        #expect(!address.isFound(in: test.tap.written))
        #expect(Secret("the failure", text: "was not delivered").isFound(in: test.tap.written))
    }

    /// The database's own words name devices and files of the host.
    private func failToWrite(_ test: TappedHost) async throws {
        // The host writes receipts meanwhile.
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        let queue = try DatabaseQueue(path: test.home.database, configuration: configuration)
        try await test.window(0) { window in
            try await window.open(test.bundle(Recorder.id))
            try await queue.write { db in
                try db.execute(
                    sql: """
                        CREATE TRIGGER broken BEFORE INSERT ON event
                        BEGIN SELECT RAISE(ABORT, 'no event for \(TappedHost.names[2])'); END
                        """
                )
            }
            try await window.tap("text")
            try await queue.write { db in try db.execute(sql: "DROP TRIGGER broken") }
            #expect(await window.draft.isEmpty)
        }
        #expect(Secret("the refusal", text: "could not keep it").isFound(in: test.tap.written))
        #expect(!Secret("the database", text: "mayfly.sqlite").isFound(in: test.tap.written))
    }

    /// Ice cream and not the poll: that writes its own ids into what it keeps, which is its own affair (model 6.9).
    private func playReinstalled(_ test: TappedHost) async throws {
        let id = try #require(ExtensionID(rawValue: Self.iceCream))
        let before = try (0..<3).map { try test.identities(of: Self.iceCream, $0) }
        let count = test.tap.written.streams.count
        try test.host.uninstall(id)
        try test.host.install(bundleAt: Samples.folder + "/IceCream.mayfly")
        for person in 0..<3 {
            try await test.window(person) { window in
                let entries = await window.transcript.numbered
                let message = entries.last { $0.entry.item?.origin?.extensionID == id }
                try await window.tapBubble(try #require(message).number)
            }
        }
        // What was sent before is told anew, in new terms only.
        let after = test.tap.written(after: count)
        try expectTold(test, [Self.iceCream], after)
        for old in before.flatMap({ [$0.local].compactMap(\.self) + $0.remote }) {
            let isTold =
                Secret("the id", textOf: old).isFound(in: after) || Secret("the id", bytesOf: old).isFound(in: after)
            #expect(!isTold, "\(old)")
        }
    }

    // MARK: What was told

    private func expectSilent(_ written: WireRecord, _ secrets: [Secret]) {
        #expect(written.streams.count > 40)
        #expect(written.size > 50_000)
        #expect(secrets.count > 50)
        for secret in secrets where secret.isFound(in: written) { Issue.record("a worker was told \(secret.what)") }
    }

    /// Each extension was told its own ids of all three on each device; no two extensions and no two devices the same.
    private func expectTold(_ test: TappedHost, _ extensions: [String], _ written: WireRecord) throws {
        var all: [UUID128] = []
        for id in extensions {
            for person in 0..<3 {
                let identities = try test.identities(of: id, person)
                let ids = [identities.local].compactMap(\.self) + identities.remote
                #expect(ids.count == 3)
                for id in ids { #expect(Secret("the id", bytesOf: id).isFound(in: written)) }
                all += ids
            }
        }
        #expect(Set(all).count == all.count)
        // A mention is an id in text.
        let mentions = all.filter { Secret("the mention", textOf: $0).isFound(in: written) }
        #expect(!mentions.isEmpty)
    }

    private static func lastMessage(of window: ConversationWindow) async throws -> Int {
        let last = await window.transcript.numbered.last { $0.entry.item?.message != nil }
        return try #require(last).number
    }
}

extension ConversationWindow {
    fileprivate func cancelIfStaged() async throws {
        if draft.message != nil { try await cancelMessage() }
    }

    fileprivate func entry(of items: [Item]) -> TranscriptEntry? {
        transcript.entries.last { entry in items.contains { $0.id == entry.itemID } }
    }
}
