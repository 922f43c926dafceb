import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// Whom an extension knows, and by what (model 6).
@Suite struct IdentityTests {
    private static let people = ["annabel", "bartholomew", "clementine"]

    /// What each person's extension was told when it was opened and each of the others had sent one message.
    private func everybody(
        _ body: @Sendable (TestHost, [String: Trace]) async throws -> Void
    ) async throws {
        try await Puppet.with(devices: Self.people) { test in
            for name in Self.people {
                for number in 1...2 { try await test.send("message url=?\(name)\(number)", from: name) }
            }
            var traces: [String: Trace] = [:]
            for name in Self.people {
                let trace = Trace()
                try await test.window(as: name, trace: trace) { window in
                    for number in 1...6 { try await window.tapBubble(number) }
                }
                traces[name] = trace
            }
            try await body(test, traces)
        }
    }

    @Test(.proves("C-180", "C-181", "C-183", "C-185", "C-189"))
    func peopleAreUUIDsThatNoOtherDeviceKnows() async throws {
        try await everybody { _, traces in
            var known: [String] = []
            for (_, trace) in traces {
                let told = try trace.sighting("didSelect")
                // A group of three: the local person and two others.
                let ids = [try #require(told["local"])] + told.remotes
                #expect(ids.count == 3)
                #expect(ids.allSatisfy { UUID128($0) != nil })
                known += ids
                // Of all that is said of people, only `local` is told from the others.
                let keys = told.fields.keys.filter { !$0.contains(".") }
                #expect(Set(keys) == ["style", "local", "remote0", "remote1"])
                let all = trace.said.joined() + trace.lines.filter { $0.hasPrefix("callback") }.joined()
                for name in Self.people { #expect(!all.contains("\(name);") && !all.contains("\"\(name)\"")) }
            }
            #expect(Set(known).count == 9)
        }
    }

    @Test(.proves("C-182", "C-186")) func senderIsTheSameKnownParticipantInEachMessageOfAPerson() async throws {
        try await everybody { _, traces in
            for (owner, trace) in traces {
                let told = try trace.sighting("didSelect")
                var senders: [String: Set<String>] = [:]
                for sighting in trace.sightings where sighting["selected.url"] != nil {
                    let person = try #require(sighting["selected.url"]).dropFirst().dropLast()
                    senders[String(person), default: []].insert(try #require(sighting["selected.sender"]))
                }
                #expect(Set(senders.keys) == Set(Self.people))
                #expect(senders.values.allSatisfy { $0.count == 1 })
                #expect(senders[owner] == [try #require(told["local"])])
                let others = Set(senders.filter { $0.key != owner }.values.flatMap(\.self))
                #expect(others == Set(told.remotes))
            }
        }
    }

    /// How many devices people have is not told, and a device of the same person is nobody else.
    @Test(.proves("C-185", "C-189")) func extensionsKnowPeopleAndNotTheirDevices() async throws {
        try await Puppet.with(devices: ["alice", "bob", "carol"]) { test in
            for (device, owner) in [("tablet", "alice"), ("watch", "alice"), ("laptop", "bob")] {
                try test.host.createDevice(device, of: owner)
            }
            for device in ["bob", "laptop", "tablet"] { try await test.send("message url=?\(device)", from: device) }
            var (locals, people): (Set<String>, Set<String>) = ([], [])
            for device in ["alice", "tablet"] {
                let trace = Trace()
                try await test.window(as: device, trace: trace) { window in
                    for number in 1...3 { try await window.tapBubble(number) }
                }
                let told = try trace.sighting("didSelect")
                #expect(told.remotes.count == 2)
                locals.insert(try #require(told["local"]))
                people.formUnion(told.remotes)
                let senders = trace.sightings.reduce(into: [String: String]()) { senders, sighting in
                    if let url = sighting["selected.url"] { senders[url] = sighting["selected.sender"] }
                }
                // Both devices of bob are bob, and what alice sent from another device is hers.
                #expect(senders.count == 3)
                #expect(senders["?bob"] == senders["?laptop"])
                #expect(senders.values.filter { $0 == told["local"] }.count == 1)
            }
            // Each device has an install of its own, and so other identifiers.
            #expect(locals.count == 2 && people.count == 4)
        }
    }

    /// The order tells nothing of who joined first, and nothing of other devices: each has other identifiers.
    @Test func theOthersAreInTheOrderOfTheirIdsOnEachDevice() async throws {
        try await Puppet.with(devices: (1...8).map { "person\($0)" }) { test in
            var orders: [[UUID128]] = []
            for device in ["person1", "person2"] {
                let trace = Trace()
                try await test.window(as: device, trace: trace) { try await $0.open(test.bundle(Puppet.id)) }
                orders.append(try trace.sighting("didBecomeActive").remotes.compactMap { UUID128($0) })
            }
            for order in orders { #expect(order.count == 7 && order == order.sorted()) }
            #expect(Set(orders.joined()).count == 14)
        }
    }

    @Test(.proves("C-194")) func anotherExtensionHasOtherIdsForTheSamePeople() async throws {
        try await Puppet.with { test in
            var ids: [Set<String>] = []
            for id in [Puppet.id, Puppet.otherID] {
                let trace = Trace()
                try await test.window(as: "alice", trace: trace) { try await $0.open(test.bundle(id)) }
                let told = try trace.sighting("didBecomeActive")
                ids.append(Set(told.remotes + [try #require(told["local"])]))
            }
            #expect(ids.map(\.count) == [2, 2])
            #expect(ids[0].isDisjoint(with: ids[1]))
        }
    }

    private static let fields = ["title", "subtitle", "caption", "subcaption", "trailing", "trailing-sub"]

    /// As each person reads it, of whichever device: what the command shows of the conversation.
    @Test(.proves("C-187", "C-188")) func everyTextOfABubbleAndItsSummaryIsReadWithNames() async throws {
        try await Puppet.with { test in
            try test.givePicture(to: "alice")
            // In brackets, because the name of one field is in that of another.
            let texts = (Self.fields + ["summary"]).map { "\($0)=[\($0)] ${me} asks ${0}" }
            let message = "message session=A|url=?1|image=good.png|" + texts.joined(separator: "|")
            try await test.send(message, from: "alice")
            let tool = Tool(home: test.home, folders: try Puppet.folders)
            for reader in ["alice", "bob"] {
                let shown = try await tool.run("transcript", test.conversation, "--as", reader).output
                for field in Self.fields {
                    #expect(shown.split(separator: "[\(field)] alice asks bob").count == 2, "\(field) in \(shown)")
                }
                #expect(!shown.contains("$"))
            }
            try await test.send("message session=A|url=?2|caption=second", from: "bob")
            for reader in ["alice", "bob"] {
                let lines = try await tool.run("transcript", test.conversation, "--as", reader).lines
                #expect(lines.first == "  1  -- [puppet] alice: [summary] alice asks bob --")
            }
        }
    }

    @Test(.proves("C-195", "C-199")) func aMentionIsANameForPeopleAndALocalIdForExtensions()
        async throws
    {
        try await Puppet.with(devices: Self.people) { test in
            for name in Self.people { try await test.send("message url=?\(name)", from: name) }
            let (written, asked) = try await Self.askInEveryText(test)
            for reader in Self.people {
                let trace = Trace()
                try await test.window(as: reader, trace: trace) { window in
                    let shown = try Self.shownTexts(try #require(try test.messages(of: reader).last), in: window)
                    #expect(shown == Self.fields.map { "\($0) annabel asks \(asked)" })
                    for number in 1...4 { try await window.tapBubble(number) }
                }
                let told = try trace.sighting("didSelect")
                let known = Self.uuids(trace)
                #expect(Set(known.keys) == Set(Self.people))
                let local = try ["annabel", asked].map { try #require(known[$0]) }
                for field in Self.fields + ["summary", "label"] {
                    #expect(told["selected.\(field)"] == "\(field) $\(local[0]) asks $\(local[1])")
                }
                #expect(told["selected.sender"] == local[0])
                #expect(known[reader] == told["local"])
                // C-199: the payload is nobody's to rewrite.
                #expect(told["selected.url"] == "?from=$\(written[0])&to=$\(written[1])")
                #expect(zip(local, written).allSatisfy { ($0 == $1) == (reader == "annabel") })
            }
            try await test.send("message session=A|url=?2|caption=second", from: "bartholomew")
            try await Self.expectSummary("summary annabel asks \(asked)", inEntry: 4, test)
        }
    }

    /// Annabel's extension names her and the first of the others. Gives their UUIDs there and whom it has named.
    private static func askInEveryText(_ test: TestHost) async throws -> (written: [String], asked: String) {
        let texts = (fields + ["summary", "label"]).map { "\($0)=\($0) ${me} asks ${0}" }
        let message = "message session=A|url=?from=${me}&to=${0}|" + texts.joined(separator: "|")
        let trace = Trace()
        try await test.window(as: "annabel", trace: trace) { window in
            for number in 1...3 { try await window.tapBubble(number) }
            try await test.play(message, in: window)
            try await window.send()
        }
        let sending = try trace.sighting("didStartSending")
        let written = [try #require(sending["local"]), try #require(sending.remotes.first)]
        let asked = try #require(uuids(trace).first { $0.value == written[1] }?.key)
        try #require(asked != "annabel")
        return (written, asked)
    }

    /// On every device that entry is a summary line of this text.
    private static func expectSummary(_ text: String, inEntry number: Int, _ test: TestHost) async throws {
        for reader in people {
            try await test.window(as: reader) { window in
                guard case .summary(let line) = await window.transcript.entry(number: number) else {
                    Issue.record("the first message of the session is no summary line")
                    return
                }
                #expect(line.text.display(name: window.name(of:)) == text)
            }
        }
    }

    /// Who has which UUID in the extension of that trace, told by the messages of which the URL names the sender.
    private static func uuids(_ trace: Trace) -> [String: String] {
        var found: [String: String] = [:]
        for sighting in trace.sightings {
            guard let url = sighting["selected.url"], people.contains(String(url.dropFirst())) else { continue }
            found[String(url.dropFirst())] = sighting["selected.sender"]
        }
        return found
    }

    /// What a device shows of the texts of a message, in the order of `fields`.
    private static func shownTexts(_ message: InteractiveMessage, in window: ConversationWindow) throws -> [String] {
        let layout = try #require(message.layout)
        return [
            layout.imageTitle, layout.imageSubtitle, layout.caption, layout.subcaption, layout.trailingCaption,
            layout.trailingSubcaption,
        ].map { $0?.display(name: window.name(of:)) ?? "" }
    }

    @Test(.proves("C-196")) func anUnknownMentionStaysAsItIsAndEitherCaseIsUnderstood() async throws {
        try await Puppet.with { test in
            let stranger = "$01234567-89AB-CDEF-0123-456789abcdef"
            try await test.send(
                "message url=?1|caption=${me-lower}, ${0-lower}, ${0}, \(stranger) and $$",
                from: "alice"
            )
            let trace = Trace()
            try await test.window(as: "bob", trace: trace) { window in
                let caption = try #require(try test.messages(of: "bob").first?.layout?.caption)
                #expect(caption.display(name: window.name(of:)) == "alice, bob, bob, \(stranger) and $$")
                try await window.tapBubble(1)
            }
            let told = try trace.sighting("willBecomeActive")
            let alice = try #require(told["selected.sender"])
            let bob = try #require(told["local"])
            #expect(told["selected.caption"] == "$\(alice), $\(bob), $\(bob), \(stranger) and $$")
        }
    }
}
