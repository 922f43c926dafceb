import Foundation
import MayflyCommands
import MayflyHost
import MayflyModel
import MayflyProtocol
import MayflyTestSupport
import MayflyTesting
import Synchronization
import Testing

/// An extension that ends between two steps of a script or a scenario.
@Suite struct UnnoticedEndTests {
    /// Opens an extension, kills its worker, and waits until the window knows.
    private static func afterTheEnd(
        _ body: @Sendable (inout QuietSession) async throws -> Void
    ) async throws {
        try await TestHost.with(bundles: [try Crasher.bundle], policy: .immediate) { test in
            let recorder = EventRecorder()
            let worker = Mutex<Int32?>(nil)
            try await test.host.withWindow(
                on: test.conversation,
                as: "alice",
                observer: { event in
                    if case .process(_, .spawned, let id?) = event { worker.withLock { $0 = id } }
                    recorder.record(event)
                }
            ) { window in
                var session = await QuietSession(window, of: test.host, try Names(test.host), recorder)
                try await session.play(.open(Crasher.id))
                kill(try #require(worker.withLock { $0 }), SIGKILL)
                try await until { await window.failure != nil }
                try await body(&session)
            }
        }
    }

    @Test func theNextStepTellsIt() async throws {
        try await Self.afterTheEnd { session in
            do {
                try await session.play(.open(Crasher.id))
                Issue.record("the end was not told")
            } catch let error as MayflyError {
                #expect(error.message.contains("signal 9"), "\(error.message)")
            }
            // It is told once.
            try await session.play(.open(Crasher.id))
        }
    }

    @Test func aStepThatComparesTheEndKnowsOfIt() async throws {
        try await Self.afterTheEnd { session in
            try await session.play(.expect(.receipt(.cause, "crashed")))
            try await session.play(.open(Crasher.id))
        }
    }

    @Test func aStepThatExpectsAnotherEndFails() async throws {
        try await Self.afterTheEnd { session in
            await #expect(throws: MayflyError.self) {
                var session = session
                try await session.play(.expect(.receipt(.cause, "finished")))
            }
        }
    }

    @Test func itIsAFailureWhereNothingIsDone() async throws {
        try await Self.afterTheEnd { session in
            #expect(await session.takeFailure()?.message.contains("signal 9") == true)
            #expect(await session.takeFailure() == nil)
        }
    }
}
