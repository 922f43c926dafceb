import MayflyTesting
import Testing

@testable import MayflyHost
@testable import MayflyLinux
@testable import MayflyWorkers

/// What nobody calls takes no processor time.
@Suite struct IdleTests {
    /// Waits on the event loop for a moment in which a thread that looked for something has long gone to sleep.
    private func pause(_ loop: EventLoop) async {
        await withCheckedContinuation { continuation in
            loop.run { _ = loop.schedule(after: .milliseconds(50)) { continuation.resume() } }
        }
    }

    @Test func aWorkerThatWaitsTakesNoProcessorTime() async throws {
        // Without process 1 of a sandbox, the process that is told of is the worker.
        try await Recorder.with(confinement: .none) { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Recorder.id))
                let process = try #require(trace.process)
                let loop = try EventLoop.running()
                await pause(loop)
                let before = try #require(ProcessVitals.cpuTime(of: process))
                for _ in 0..<4 { await pause(loop) }
                #expect(ProcessVitals.cpuTime(of: process) == before)
            }
        }
    }
}
