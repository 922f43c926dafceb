import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// Sending, cancelling and receiving, as a plugin is told them (model 3.9 to 3.13).
@Suite struct SendingTests {
    @Test(.proves("C-130", "C-140", "C-184", "C-198")) func theSenderIsTheLocalPersonWhenSendingStarts() async throws {
        try await Puppet.with(devices: ["alice", "bob", "carol"]) { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                try await test.play("message url=?a|caption=first", in: window)
                #expect(await window.draft.message?.message?.sender == window.device.id.owner)
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
                #expect(trace.lifecycle.isEmpty)
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
}
