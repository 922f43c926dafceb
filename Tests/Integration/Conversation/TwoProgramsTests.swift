import MayflyBundles
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
            let other = try test.otherHost(searching: Recorder.folder)
            let trace = Trace()
            try await test.window(as: "bob", trace: trace) { window in
                try await window.open(test.bundle(Recorder.id))
                try await other.withWindow(on: test.conversation, as: "alice") { theirs in
                    try await theirs.type("hello from elsewhere")
                    try await theirs.send()
                }
                await trace.wait(for: { if case .transcript(let page) = $0 { page.count > 0 } else { false } })
                try await window.settle()
                #expect(await window.transcript.entries.count == 1)
                // Plain text is nobody's message: no callback (3.13).
                #expect(!trace.seen.contains { $0.hasPrefix("didReceive") })
                // A message of the extension itself comes in the same way, and is reported.
                try await other.withWindow(on: test.conversation, as: "alice") { theirs in
                    try await theirs.open(test.bundle(Recorder.id))
                    try await theirs.tap("stage")
                    try await theirs.send()
                }
                await trace.wait(for: { event in
                    if case .log(_, _, let line) = event { line.hasPrefix("saw didReceive") } else { false }
                })
                #expect(
                    trace.seen.filter { $0.hasPrefix("didReceive") } == [
                        "didReceive compact selected=none message=first"
                    ]
                )
            }
        }
    }
}
