import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// Completions that are still open when their extension has resigned (model 3.2, step 6).
@Suite struct OpenCompletionTests {
    /// A process that lingers could still be sent the answer. Of two answers only the first, which came while the extension was
    /// active, is written to its socket.
    @Test(arguments: [Duration.zero, .seconds(600)])
    func aCompletionThatIsOpenWhenItsExtensionHasResignedIsDropped(linger: Duration) async throws {
        var policy = Policy.immediate
        policy.linger = linger
        let server = HeldStates(numbersAnswers: true)
        server.answer(1)
        try await TappedHost.with(bundles: try Sessions.paths.get(), policy: policy, sessionStates: server) { test in
            let trace = Trace()
            try await test.window(0, trace: trace) { window in
                try await window.open(test.bundle(Sessions.id))
                try await window.tap("get")
                try await withThrowingTaskGroup(of: Void.self) { group in
                    await group.begin(in: window) { try await $0.tap("get") }
                    await server.waitUntilAsked(2)
                    await group.begin(in: window) { try await $0.closeExtension() }
                    await trace.wait(for: { if case .view(_, _, .none) = $0 { true } else { false } })
                    #expect(server.waiting == 1)
                    server.open()
                    try await group.waitForAll()
                }
                // The host has its answer, and waits for nothing more.
                let calls = trace.events.count { if case .call(_, "getState", _, _) = $0 { true } else { false } }
                #expect(calls == 2)
            }
            #expect(trace.lifecycle.suffix(3) == ["willResignActive", "killed", "reaped"])
            #expect(trace.told == ["get 0 version=1 size=0 ", "saw viewWillDisappear"])
            await test.tap.waitUntilClosed()
            let completions = try #require(test.tap.written.streams.last)
            #expect(Self.frames(in: [UInt8](completions)) == 1)
        }
    }

    /// Each begins with the length of what follows, little-endian.
    private static func frames(in stream: [UInt8]) -> Int {
        var (count, start) = (0, 0)
        while start + 4 <= stream.count {
            start += 4 + stream[start..<start + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
            count += 1
        }
        return count
    }
}
