import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// Whose a swipe is: the extension's in expanded style, the host's in compact.
@Suite struct SwipeTests {
    @Test(.proves("C-077")) func reachesTheExtensionInExpandedStyle() async throws {
        try await Sessions.with { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Sessions.id))
                try await window.changeStyle(to: .expanded)
                try await window.swipe(.left)
                try await window.swipe(.right)
                #expect(trace.told == ["saw didSwipe left", "saw didSwipe right"])
                #expect(await window.openExtension?.id.rawValue == Sessions.id)
                #expect(await window.style == .expanded)
            }
        }
    }

    /// What a person types into the extension's own view.
    @Test(.proves("C-077")) func theKeyboardReachesTheExtensionInExpandedStyleAlone() async throws {
        try await Sessions.with { test in
            try await test.window(as: "alice") { window in
                try await window.open(test.bundle(Sessions.id))
                await #expect(throws: MayflyError.self) { try await window.input("word", "too early") }
                try await window.changeStyle(to: .expanded)
                try await window.input("word", "typed")
                try await window.tap("loose")
                // The extension stages what it was told.
                #expect(await window.draft.message?.brief == "typed")
                try await window.changeStyle(to: .compact)
                await #expect(throws: MayflyError.self) { try await window.input("word", "too late") }
                try await window.tap("loose")
                #expect(await window.draft.message?.brief == "typed")
            }
        }
    }

    @Test(.proves("C-073", "C-091")) func switchesExtensionsInCompactStyle() async throws {
        try await Sessions.with { test in
            let order = test.host.catalog().bundles.map(\.id.rawValue)
            #expect(order.contains(Sessions.id) && order.contains(Sessions.other))
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(order[0]))
                try await window.swipe(.left)
                #expect(await window.openExtension?.id.rawValue == order[1])
                #expect(await window.style == .compact)
                try await window.swipe(.right)
                #expect(await window.openExtension?.id.rawValue == order[0])
                // Beyond the first there is none, and the first stays.
                let error = await #expect(throws: MayflyError.self) { try await window.swipe(.right) }
                #expect(error?.code == .notPossibleNow)
                #expect(await window.openExtension?.id.rawValue == order[0])
            }
            // No extension was told of a swipe; each resigned in order before the next came.
            #expect(!trace.told.contains { $0.hasPrefix("saw didSwipe") })
            #expect(!trace.lifecycle.contains("didSwipe"))
            #expect(trace.lifecycle.filter { $0 == "viewWillDisappear" }.count == 3)
        }
    }

    @Test func switchesFromAStickerPackToo() async throws {
        try await TestHost.with(bundles: [Samples.folder + "/Tally.mayfly"], policy: .immediate) { test in
            try await test.window(as: "alice") { window in
                try await window.open(test.bundle("org.mayfly.smileys"))
                try await window.swipe(.left)
                #expect(await window.openExtension?.id.rawValue == "org.mayfly.tally")
                try await window.swipe(.right)
                #expect(await window.openExtension?.id.rawValue == "org.mayfly.smileys")
                #expect(await window.style == .compact)
            }
        }
    }

    @Test func passesOverWhatIsSwitchedOff() async throws {
        try await TestHost.with(bundles: [Samples.folder + "/Tally.mayfly"], policy: .immediate) { test in
            try test.host.setEnabled(false, test.bundle("org.mayfly.smileys").id, on: "alice")
            try await test.window(as: "alice") { window in
                try await window.open(test.bundle("org.mayfly.postcard"))
                try await window.swipe(.left)
                #expect(await window.openExtension?.id.rawValue == "org.mayfly.tally")
            }
        }
    }

    /// Tally has no table of gestures.
    @Test func anExtensionThatTakesNoGesturesIsLeftInPeace() async throws {
        try await TestHost.with(bundles: [Samples.folder + "/Tally.mayfly"], policy: .immediate) { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle("org.mayfly.tally"))
                try await window.changeStyle(to: .expanded)
                try await window.swipe(.left)
                try await window.tap("plus")
                #expect(await window.openExtension?.id.rawValue == "org.mayfly.tally")
            }
            #expect(trace.lines.last == "receipt finished")
        }
    }

    @Test func withoutAnExtensionThereIsNothingToSwipe() async throws {
        try await Sessions.with { test in
            try await test.window(as: "alice") { window in
                let error = await #expect(throws: MayflyError.self) { try await window.swipe(.left) }
                #expect(error?.code == .notPossibleNow)
            }
        }
    }
}
