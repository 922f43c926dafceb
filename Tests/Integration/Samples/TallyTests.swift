import Glibc
import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// The sample in C, in a real worker.
@Suite struct TallyTests {
    private static let id = "org.mayfly.tally"

    @Test(.proves("C-066", "C-152")) func countsStagesAndGoesOnFromTheBubble() async throws {
        try await Samples.with { test in
            try await test.window(as: "alice") { window in
                try await window.open(test.bundle(Self.id))
                for _ in 0..<3 { try await window.tap("plus") }
                try await window.tap("minus")
                try await window.tap("stage")
                #expect(await window.draft.message?.message?.url?.contains("count=2") == true)
                try await window.send()
            }
            try await test.window(as: "bob") { window in
                try await window.tapBubble(1)
                try await window.tap("plus")
                try await window.tap("stage")
                #expect(await window.draft.message?.message?.url?.contains("count=3") == true)
                try await window.send()
                // One session: the older step is its summary line.
                #expect(await window.transcript.entry(number: 1)?.item == nil)
                #expect(await window.transcript.entries.count == 2)
            }
        }
    }

    @Test func theCountOutlivesTheProcess() async throws {
        try await Samples.with { test in
            for expected in 1...2 {
                try await test.window(as: "alice") { window in
                    try await window.open(test.bundle(Self.id))
                    try await window.tap("plus")
                    try await window.tap("stage")
                    let url = await window.draft.message?.message?.url
                    #expect(url?.contains("count=\(expected)") == true)
                }
            }
        }
    }

    /// It is never asked to save: the count is on the disk when the callback that changes it has returned.
    @Test func theCountOutlivesAKill() async throws {
        try await Samples.with { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Self.id))
                try await window.tap("plus")
                try await window.tap("plus")
                let process = try #require(trace.process)
                try #require(kill(process, SIGKILL) == 0)
                await trace.wait { !$0.ends.isEmpty }
                try await window.open(test.bundle(Self.id))
                try await window.tap("stage")
                #expect(await window.draft.message?.message?.url?.contains("count=2") == true)
            }
        }
    }

    @Test(.proves("C-072")) func theTitleTakesTheKeyboardWhichCompactLacks() async throws {
        try await Samples.with { test in
            try await test.window(as: "alice") { window in
                try await window.open(test.bundle(Self.id))
                // C-072, C-077
                let error = await #expect(throws: MayflyError.self) { try await window.input("title", "Laps \"3\"") }
                #expect(error?.code == .notPossibleNow)
                try await window.changeStyle(to: .expanded)
                try await window.input("title", "Laps \"3\"")
                try await window.tap("plus")
                try await window.tap("stage")
                #expect(await window.draft.message?.message?.layout?.caption == MentionText(literal: "Laps \"3\": 1"))
            }
        }
    }
}
