import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// The sequences of the input field and of what arrives, as a plugin in a real worker sees them (model 3.9 to 3.13).
@Suite struct FieldSequenceTests {
    @Test("3.9 extension stages, person sends while it is active", .proves("C-130"))
    func sendingTellsTheExtensionAndEmptiesTheField() async throws {
        try await Recorder.with { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Recorder.id))
                trace.clear()
                try await window.tap("stage")
                #expect(
                    trace.story == [
                        "X: didPerformAction compact selected=none stage", "H: draft message 'first'",
                        "X→H: insertMessage", "X: completed insert 0",
                    ]
                )
                #expect(await window.draft.message?.message?.isPending == true)
                trace.clear()
                try await window.send()
                #expect(trace.seen == ["didStartSending compact selected=none message=first"])
                #expect(await window.draft.isEmpty)
                #expect(await window.transcript.entries.count == 1)
                await trace.waitForDelivery(.sent)
            }
            // The window and the extension do not wait for each other, so what they do is compared apart.
            let told = trace.story.filter { $0.hasPrefix("X: ") }
            #expect(
                told
                    == ["X: didStartSending compact selected=none message=first"] + Recorder.end().map { "X: \($0)" }
            )
            #expect(
                trace.story.filter { !$0.hasPrefix("X: ") }
                    == [
                        "H: draft empty", "H: transcript message 'first' sending", "H: transcript message 'first' sent",
                        "H: view compact none",
                    ] + Recorder.gone
            )
        }
    }

    @Test("3.10 extension stages and dismisses, then the person sends", .proves("C-042", "C-141"))
    func whatWasStagedBeforeDismissStaysAndIsSentWithoutCallback() async throws {
        try await Recorder.with { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Recorder.id))
                trace.clear()
                try await window.tap("stage-dismiss")
                await trace.waitForEnds(1)
                #expect(
                    trace.story
                        == [
                            "X: didPerformAction compact selected=none stage-dismiss", "H: draft message 'staged'",
                            "X→H: insertMessage", "X: completed insert 0", "X→H: dismiss",
                        ] + Recorder.story + ["H: keyboard shown"] + Recorder.gone
                )
                #expect(await window.openExtension == nil)
                trace.clear()
                try await window.send()
                #expect(
                    trace.story == [
                        "H: draft empty", "H: transcript message 'staged' sending",
                        "H: info: didStartSending is not delivered: the extension is not active",
                        "H: transcript message 'staged' sent",
                    ]
                )
            }
            #expect(trace.lifecycle.isEmpty)
        }
    }

    @Test("3.11 person cancels the staged message")
    func cancellingTellsTheExtension() async throws {
        try await Recorder.with { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Recorder.id))
                try await window.tap("stage")
                trace.clear()
                try await window.cancelMessage()
                #expect(
                    trace.story == ["H: draft empty", "X: didCancelSending compact selected=none message=first"]
                )
                // Where the extension is not active, nobody is told, and nothing is launched.
                try await window.tap("stage")
                try await window.closeExtension()
                await trace.waitForEnds(1)
                trace.clear()
                try await window.cancelMessage()
                #expect(trace.story == ["H: draft empty"])
            }
        }
    }

    @Test("3.12 code replaces the staged message", .proves("C-108", "C-137"))
    func replacingTellsTheExtensionNothing() async throws {
        try await Recorder.with { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Recorder.id))
                try await window.tap("stage")
                trace.clear()
                try await window.tap("second")
                #expect(
                    trace.story == [
                        "X: didPerformAction compact selected=none second", "H: draft message 'second'",
                        "X→H: insertMessage", "X: completed insert 0",
                    ]
                )
            }
        }
    }

    @Test("3.13 remote message arrives", .proves("C-133", "C-142"))
    func arrivalTellsTheActiveExtensionAfterTheTranscript() async throws {
        try await Recorder.with { test in
            let trace = Trace()
            try await test.window(as: "bob", trace: trace) { window in
                let bubble = "message 'first' received"
                try await Recorder.send("stage", in: test)
                try await window.settle()
                #expect(trace.story == ["H: transcript \(bubble)"])
                try await window.open(test.bundle(Recorder.id))
                trace.clear()
                try await Recorder.send("stage", in: test)
                try await window.settle()
                // C-142: the transcript comes first.
                #expect(
                    trace.story == [
                        "H: transcript \(bubble), \(bubble)", "X: didReceive compact selected=none message=first",
                    ]
                )
                trace.clear()
            }
            #expect(trace.story == Recorder.endStory())
        }
    }
}
