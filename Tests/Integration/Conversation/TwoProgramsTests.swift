import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyStore
import MayflyTesting
import Testing

/// Two programs on one home folder, as two commands are.
@Suite struct TwoProgramsTests {
    @Test(.proves("C-134")) func aWindowSeesWhatAnotherProgramSends() async throws {
        try await Recorder.with { test in
            let other = try ExtensionHost(home: HomeFolder(path: test.home))
            let trace = Trace()
            try await test.window(as: "bob", trace: trace) { window in
                try await window.open(test.bundle(Recorder.id))
                try await other.withWindow(on: test.conversation, as: "alice") { theirs in
                    try await theirs.type("hello from elsewhere")
                    try await theirs.send()
                }
                await trace.wait { events in
                    events.contains { if case .transcript(let page) = $0 { page.count > 0 } else { false } }
                }
                #expect(await window.transcript.entries.count == 1)
                // Plain text is nobody's message: no callback (3.13).
                #expect(!trace.seen.contains { $0.hasPrefix("didReceive") })
            }
        }
    }
}
