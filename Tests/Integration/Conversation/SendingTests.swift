import Foundation
import MayflyBundles
import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyStore
import MayflyTesting
import MayflyWorkers
import Testing

/// Sending, cancelling and receiving, as a plugin is told them (model 3.9 to 3.13).
@Suite struct SendingTests {
    @Test(.proves("C-130", "C-140", "C-184", "C-198"))
    func theSenderIsTheLocalPersonWhenSendingStarts() async throws {
        try await Puppet.with(devices: ["alice", "bob", "carol"]) { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                try await test.play("message url=?a|caption=first", in: window)
                // What it has built has no sender, what it has inserted has one.
                let given = trace.events.lazy.compactMap { event -> JSONValue? in
                    if case .call(_, "insertMessage", let arguments, _) = event { arguments["message"] } else { nil }
                }.first
                #expect(given?["url"] == .text("?a") && given?["sender"] == .null)
                #expect(await window.draft.message?.message?.sender == window.device.owner)
                try await window.cancelMessage()
                let cancelled = try trace.sighting("didCancelSending")
                #expect(cancelled["message.sender"] == cancelled["local"])
                try await test.play("message url=?a|caption=second", in: window)
                try await window.send()
                let sending = try trace.sighting("didStartSending")
                #expect(sending["local"] != nil)
                #expect(sending["message.sender"] == sending["local"])
                #expect(sending.remotes.count == 2)
                #expect(sending["message.caption"] == "second")
            }
        }
    }

    @Test(.proves("C-136")) func plainContentStartsAndCancelsNothing() async throws {
        try await Puppet.with { test in
            try test.givePicture(to: "alice")
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                try await test.play("text words", "sticker good.png|cup", "attach good.png", in: window)
                await #expect(throws: MayflyError.self) { try await window.cancelMessage() }
                try await window.send()
                #expect(try test.rows(of: "bob").count == 3)
                #expect(!trace.sightings.contains { $0.name.hasSuffix("Sending") })
            }
        }
    }

    @Test(.proves("C-136")) func whatIsTakenOutOfTheFieldIsNotReportedUnlessItIsTheMessage() async throws {
        try await Puppet.with { test in
            try test.givePicture(to: "alice")
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                let plain = ["text words", "sticker good.png|cup", "attach good.png"]
                for command in plain + ["message url=?a|caption=staged"] { try await test.play(command, in: window) }
                #expect(await window.draft.itemsToSend.count == 4)
                try await window.removeFromField(1)
                try await window.removeFromField(1)
                try await window.replaceText("")
                #expect(await window.draft.itemsToSend.map(\.brief) == ["staged"])
                #expect(!trace.sightings.contains { $0.name.hasSuffix("Sending") })
                // The one that is reported, so that the others were not left out for another reason.
                try await window.cancelMessage()
                #expect(await window.draft.isEmpty)
                #expect(trace.sightings.map(\.name).suffix(1) == ["didCancelSending"])
                for command in plain { try await test.play(command, in: window) }
                try await window.clearField()
                #expect(await window.draft.isEmpty)
                #expect(trace.sightings.count { $0.name.hasSuffix("Sending") } == 1)
            }
        }
    }

    @Test func aTextThatIsTooLongDoesNotReplaceThatOfTheField() async throws {
        try await Puppet.with { test in
            try await test.window(as: "alice") { window in
                try await window.type("words")
                let text = String(repeating: "a", count: Draft.mostTextBytes + 1)
                let refusal = await #expect(throws: MayflyError.self) { try await window.replaceText(text) }
                #expect(refusal?.message.hasSuffix("the limit is 1048576") == true)
                #expect(await window.draft.text == "words")
            }
        }
    }

    @Test(.proves("C-133", "C-134")) func onlyMessagesOfTheExtensionItselfAreReceived() async throws {
        try await Puppet.with { test in
            try test.givePicture(to: "alice")
            let trace = Trace()
            try await test.window(as: "bob", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                trace.clear()
                try await test.send("text words", "sticker good.png|cup", "attach good.png", from: "alice")
                try await test.send("message url=?other|caption=other", from: "alice", Puppet.otherID)
                try await window.settle()
                #expect(try test.rows(of: "bob").count == 4)
                #expect(trace.sightings.isEmpty)
                // The transcript grows, and nothing else happens.
                #expect(!trace.story.isEmpty && trace.story.allSatisfy { $0.hasPrefix("H: transcript ") })
                try await test.send("message url=?mine|caption=mine", from: "alice")
                try await window.settle()
                #expect(trace.sightings.map { "\($0.name) \($0["message.caption"] ?? "")" } == ["didReceive mine"])
            }
        }
    }

    @Test(.proves("C-135")) func whoIsNotActiveIsNotToldNowNorLater() async throws {
        try await Puppet.with { test in
            let trace = Trace()
            try await test.window(as: "bob", trace: trace) { window in
                for number in 1...2 { try await test.send("message url=?\(number)", from: "alice") }
                try await window.settle()
                #expect(try test.rows(of: "bob").count == 2)
                #expect(!trace.story.isEmpty && trace.story.allSatisfy { $0.hasPrefix("H: transcript ") })
                try await window.open(test.bundle(Puppet.id))
                #expect(trace.sightings.map(\.name).last == "viewDidAppear")
                #expect(!trace.sightings.contains { $0.name == "didReceive" })
            }
        }
    }

    @Test(.proves("C-137")) func whatCodeReplacesIsNotReportedAsCancelled() async throws {
        try await Puppet.with { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                try await test.play("message url=?1|caption=one", in: window)
                try await test.play("message url=?2|caption=two", in: window)
                #expect(await window.draft.message?.brief == "two")
                // Refused: the one before stays, and nobody cancelled anything.
                try await test.play("message url=ftp://x", in: window)
                #expect(await window.draft.message?.brief == "two")
                try await window.send()
                #expect(!trace.sightings.contains { $0.name == "didCancelSending" })
            }
        }
    }

    @Test(.proves("C-131", "C-138")) func sendingMayFailAfterItHasStarted() async throws {
        try await Puppet.with { test in
            let broken = try ExtensionHost(
                home: HomeFolder(path: test.home),
                searchPath: try test.searchPath(Puppet.folders),
                policy: .immediate,
                confinement: .none,
                clock: SystemClock(),
                launcher: ExecLauncher(
                    program: Bundle.main.bundlePath + "/mayfly-worker",
                    loop: try EventLoop.running()
                ),
                transport: BrokenTransport()
            )
            let trace = Trace()
            try await broken.withWindow(on: test.conversation, as: "alice", observer: { trace.record($0) }) { window in
                try await window.open(test.bundle(Puppet.id))
                try await test.play("message url=?1|caption=lost", in: window)
                trace.clear()
                try await window.send()
                await trace.waitForDelivery(.failed)
                try await window.settle()
                // There is no further callback for the failure.
                #expect(trace.sightings.map(\.name) == ["didStartSending"])
                let shown = trace.story.filter { $0.hasPrefix("H: draft") || $0.hasPrefix("H: transcript") }
                #expect(
                    shown == [
                        "H: draft empty", "H: transcript message 'lost' sending", "H: transcript message 'lost' failed",
                    ]
                )
                #expect(try trace.sighting("didStartSending")["message.error"] == "0")
                #expect(await window.draft.isEmpty)
                try await window.tapBubble(1)
                #expect(try trace.sighting("didSelect")["selected.error"] == "-1")
            }
            #expect(try test.rows(of: "bob").isEmpty)
            try await test.send("message url=?2|caption=fine", from: "alice")
            try await test.window(as: "alice", trace: trace) { window in
                try await window.tapBubble(2)
                #expect(try trace.sighting("willBecomeActive")["selected.error"] == "0")
            }
            #expect(try test.rows(of: "bob") == ["* fine"])
        }
    }

    @Test(.proves("C-147")) func whatThePersonSentElsewhereIsNotReceived() async throws {
        try await Puppet.with { test in
            try test.host.createDevice("tablet", of: "alice")
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                trace.clear()
                try await test.send("message url=?elsewhere", from: "tablet")
                await trace.wait(for: { if case .transcript = $0 { true } else { false } })
                try await window.settle()
                #expect(await window.transcript.entries.map { $0.bubble?.delivery } == [.sent])
                #expect(trace.story.count == 1 && trace.story[0].hasPrefix("H: transcript message '?elsewhere' "))
                // What another person sends in the same way is received.
                try await test.send("message url=?theirs", from: "bob")
                try await window.settle()
                #expect(trace.sightings.map(\.name) == ["didReceive"])
            }
            for device in ["alice", "tablet"] {
                #expect(try test.rows(of: device) == ["* ?elsewhere", "* ?theirs"])
                let own = try test.entries(of: device).map { $0.bubble?.delivery }
                #expect(own == [.sent, .received])
            }
        }
    }
}

/// Loses everything.
private struct BrokenTransport: Transport {
    func deliver(_ envelope: Envelope) async throws { throw MayflyError(.files, "no route") }
}
