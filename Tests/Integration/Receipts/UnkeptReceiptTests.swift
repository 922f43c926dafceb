import GRDB
import MayflyHost
import MayflyModel
import MayflyStore
import MayflyTesting
import Testing

/// A database that takes no receipts for a while, as on a disk that is full: whoever looks is told, and what can be written
/// later is.
@Suite struct UnkeptReceiptTests {
    /// What keeps the database of a home folder from taking the end of a launch, for every program that uses it.
    private struct Refusal {
        private let queue: DatabaseQueue

        init(in home: String) throws {
            queue = try DatabaseQueue(path: HomeFolder(path: home).database)
            try queue.write { db in
                for event in ["INSERT", "UPDATE"] {
                    try db.execute(
                        sql: """
                            CREATE TRIGGER refuse_\(event) BEFORE \(event) ON launch WHEN NEW.ended IS NOT NULL
                            BEGIN SELECT RAISE(ABORT, 'no room'); END
                            """
                    )
                }
            }
        }

        func end() throws {
            try queue.write { try $0.execute(sql: "DROP TRIGGER refuse_INSERT; DROP TRIGGER refuse_UPDATE") }
        }
    }

    private static func complaints(_ trace: Trace) -> [String] {
        trace.events.compactMap { if case .log(nil, .error, let line) = $0 { line } else { nil } }
    }

    @Test func isTriedAgainWhileItsWindowIsOpen() async throws {
        try await Puppet.with { test in
            let (trace, refusal) = (Trace(), try Refusal(in: test.home))
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                try await window.closeExtension()
                await trace.wait(for: { if case .log(nil, .error, _) = $0 { true } else { false } })
                #expect(try await test.host.receipts().isEmpty)
                try refusal.end()
                try await window.open(test.bundle(Puppet.id))
                try await window.closeExtension()
            }
            #expect(try await test.host.receipts().map(\.end.cause) == [.finished, .finished])
            #expect(Self.complaints(trace).count == 1)
            let line = try #require(Self.complaints(trace).first)
            #expect(line.hasPrefix("the receipt of puppet is not kept: ") && line.contains("no room"))
        }
    }

    @Test func isWrittenWithALaterWindowOfTheHost() async throws {
        try await Puppet.with { test in
            let (trace, refusal) = (Trace(), try Refusal(in: test.home))
            try await test.window(as: "alice", trace: trace) { try await $0.open(test.bundle(Puppet.id)) }
            #expect(Self.complaints(trace).count == 1)
            try await test.window(as: "alice") { _ in }
            #expect(try await test.host.receipts().isEmpty)
            try refusal.end()
            try await test.window(as: "alice") { _ in }
            #expect(try await test.host.receipts().map(\.end.cause) == [.finished])
            #expect(try await test.host.workers().isEmpty)
        }
    }

    @Test func isToldToThePersonAtATerminal() async throws {
        try await Tool.with(bundles: [Crasher.bundle]) { tool in
            try await tool.setUp()
            _ = try Refusal(in: tool.home)
            let outcome = try await tool.run("launch", Crasher.id, "--conversation", "chat", script: "tap write\n")
            #expect(outcome.status == 3)
            #expect(outcome.errors.contains("mayfly: the receipt of crasher is not kept: "), "\(outcome.errors)")
        }
    }
}
