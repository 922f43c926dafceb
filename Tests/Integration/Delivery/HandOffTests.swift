import Foundation
import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyStore
import MayflyTesting
import Testing

/// A watch hands a message over to the phone of its person (model 10.6).
@Suite struct HandOffTests {
    /// Alice has a phone, a tablet and a watch, and got a message of bob.
    private func with(
        clock: any HostClock = SystemClock(),
        _ body: @Sendable (TestHost) async throws -> Void
    ) async throws {
        try await Puppet.with(clock: clock) { test in
            try test.host.createDevice("tablet", of: "alice")
            try test.host.createDevice("watch", profile: .watch, of: "alice")
            try await test.send("message url=?turn|caption=turn|session=A", from: "bob")
            try await body(test)
        }
    }

    private static func handOffs(_ trace: Trace) -> [HandOff] {
        trace.events.compactMap { if case .handOff(let handOff, _) = $0 { handOff } else { nil } }
    }

    /// The next one that the window is told, in that state.
    private static func next(_ trace: Trace, _ isOne: @escaping @Sendable (HandOff.State) -> Bool) async throws
        -> HandOff
    {
        await trace.wait(for: { event in
            if case .handOff(let handOff, _) = event { isOne(handOff.state) } else { false }
        })
        return try #require(handOffs(trace).last { isOne($0.state) })
    }

    private static func isTaken(_ state: HandOff.State) -> Bool { if case .taken = state { true } else { false } }

    @Test(.proves("C-254")) func thePhoneOpensTheMessageThatTheWatchTapped() async throws {
        try await with { test in
            let (phone, watch) = (Trace(), Trace())
            try await test.window(as: "alice", trace: phone) { window in
                try await test.window(as: "watch", trace: watch) { wrist in
                    try await wrist.tapBubble(1)
                    let offered = try await Self.next(phone) { $0 == .offered }
                    #expect(offered.source.name == "watch" && offered.conversation.name == "chat")
                    #expect(await window.openExtension == nil)
                    #expect(try window.handOffs() == [offered])
                    phone.clear()
                    try await window.takeHandOff(offered.id)
                    // 3.3: launched in expanded style with the message selected.
                    #expect(await window.style == .expanded)
                    let active = try phone.sighting("willBecomeActive")
                    #expect(active["selected.url"] == "?turn" && active["style"] == "1")
                    #expect(!phone.sightings.contains { $0.name.hasSuffix("Select") || $0.name.contains("Transition") })
                    // The watch is told.
                    let taken = try await Self.next(watch, Self.isTaken)
                    guard case .taken(let device) = taken.state else { return }
                    #expect(taken.id == offered.id && device.name == "alice")
                    #expect(Self.handOffs(watch).map(\.state) == [.offered, taken.state])
                    #expect(try window.handOffs().isEmpty)
                    // A reply can be composed here, and the watch shows it as alice's.
                    try await test.play("message url=?reply|caption=reply|session=A", in: window)
                    try await window.send()
                    try await wrist.settle()
                    let last = try #require(await wrist.transcript.entries.last?.bubble)
                    #expect(last.item.brief == "reply" && last.delivery == .sent)
                }
                #expect(try test.rows(of: "bob").last == "* reply")
            }
            #expect(!watch.sightings.contains { _ in true })
        }
    }

    @Test func doingItTwiceDoesNothingTwice() async throws {
        try await with { test in
            let (phone, tablet, watch) = (Trace(), Trace(), Trace())
            try await test.window(as: "alice", trace: phone) { window in
                try await test.window(as: "tablet", trace: tablet) { other in
                    try await test.window(as: "watch", trace: watch) { wrist in
                        try await wrist.tapBubble(1)
                        try await wrist.tapBubble(1)
                        let offered = try await Self.next(phone) { $0 == .offered }
                        _ = try await Self.next(tablet) { $0 == .offered }
                        try await window.takeHandOff(offered.id)
                        for again in [window, other] {
                            let error = await #expect(throws: MayflyError.self) {
                                try await again.takeHandOff(offered.id)
                            }
                            #expect(error?.message == "'alice' has continued from 'watch' already")
                        }
                        for trace in [watch, tablet] { _ = try await Self.next(trace, Self.isTaken) }
                        for end in [window, other, wrist] { try await end.settle() }
                        for trace in [phone, tablet, watch] { #expect(Self.handOffs(trace).count == 2) }
                        #expect(phone.sightings.filter { $0.name == "didBecomeActive" }.count == 1)
                        #expect(tablet.sightings.isEmpty)
                    }
                }
            }
        }
    }

    @Test(.proves("C-254")) func theWatchIsToldWhenNoPhoneIsOpen() async throws {
        try await with { test in
            let trace = Trace()
            // Those of others, and those of other kinds, do not count.
            try test.host.createDevice("mac", profile: .desktop, of: "alice")
            try await test.window(as: "bob") { _ in
                try await test.window(as: "mac") { _ in
                    try await test.window(as: "watch", trace: trace) { wrist in
                        let error = await #expect(throws: MayflyError.self) { try await wrist.tapBubble(1) }
                        #expect(error?.code == .notPossibleNow)
                        let reason = "no full device of 'alice' is open to continue on (alice, tablet)"
                        #expect(
                            error?.message
                                == "entry 1 does nothing: a watch device only displays messages, and \(reason)"
                        )
                    }
                }
            }
            #expect(Self.handOffs(trace).isEmpty)
            // Nothing waits for a phone that is opened later.
            #expect(try test.host.handOffs(of: "alice").isEmpty)
        }
    }

    @Test func aNewMessageTakesThePlaceOfTheOneBefore() async throws {
        try await with { test in
            try await test.send("message url=?other|caption=other", from: "bob")
            let phone = Trace()
            try await test.window(as: "alice", trace: phone) { window in
                try await test.window(as: "watch") { wrist in
                    try await wrist.tapBubble(1)
                    let first = try await Self.next(phone) { $0 == .offered }
                    try await wrist.tapBubble(2)
                    _ = try await Self.next(phone) { $0 == .withdrawn }
                    #expect(try window.handOffs().map(\.item) == [await window.transcript.entries[1].itemID])
                    let error = await #expect(throws: MayflyError.self) { try await window.takeHandOff(first.id) }
                    #expect(error?.code == .notPossibleNow)
                    #expect(await window.openExtension == nil)
                }
            }
        }
    }

    /// What is gone here is not taken, so that another device may take it.
    @Test func aMessageThatIsNotHereStaysWithTheOthers() async throws {
        try await with { test in
            try test.host.createDevice("new", of: "alice")
            let (trace, phone) = (Trace(), Trace())
            try await test.window(as: "new", trace: trace) { window in
                try await test.window(as: "watch") { try await $0.tapBubble(1) }
                let offered = try await Self.next(trace) { $0 == .offered }
                let error = await #expect(throws: MayflyError.self) { try await window.takeHandOff(offered.id) }
                #expect(error?.code == .unknownMessage)
                #expect(error?.message == "the message from 'watch' is not on 'new', or is gone")
                // One whose window is opened later knows it from the beginning.
                try await test.window(as: "tablet", trace: phone) { tablet in
                    let same = try await Self.next(phone) { $0 == .offered }
                    try await tablet.takeHandOff(same.id)
                    #expect(await tablet.openExtension?.id.rawValue == Puppet.id)
                }
            }
        }
    }

    @Test func aWindowOfAnotherConversationNamesTheRightOne() async throws {
        try await with { test in
            try test.host.createConversation("other", with: ["alice", "bob"])
            let trace = Trace()
            try await test.host.withWindow(on: "other", as: "alice", observer: trace.record) { window in
                try await test.window(as: "watch") { try await $0.tapBubble(1) }
                let offered = try await Self.next(trace) { $0 == .offered }
                let error = await #expect(throws: MayflyError.self) { try await window.takeHandOff(offered.id) }
                #expect(error?.message == "the message from 'watch' is in conversation 'chat'")
                try await test.window(as: "alice") { right in
                    try await right.takeHandOff(offered.id)
                    #expect(await right.openExtension?.id.rawValue == Puppet.id)
                }
            }
        }
    }

    @Test func onlyFullDevicesOfThePersonTakeIt() async throws {
        try await with { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { _ in
                try await test.window(as: "watch") { wrist in
                    try await wrist.tapBubble(1)
                    let offered = try await Self.next(trace) { $0 == .offered }
                    let own = await #expect(throws: MayflyError.self) { try await wrist.takeHandOff(offered.id) }
                    #expect(own?.message == "a watch device cannot continue with a message: it runs no extensions")
                    try await test.window(as: "bob") { bob in
                        let error = await #expect(throws: MayflyError.self) { try await bob.takeHandOff(offered.id) }
                        #expect(error?.message == "there is no message \(offered.id) to continue with any more")
                    }
                }
            }
        }
    }
}
