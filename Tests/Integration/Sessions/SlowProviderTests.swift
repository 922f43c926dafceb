import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// Calls that wait for a server, and what must not wait with them.
@Suite struct SlowProviderTests {
    @Test func dismissWaitsForTheAnswersOfEarlierCalls() async throws {
        let server = HeldStates()
        try await Sessions.with(sessionStates: server) { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Sessions.id))
                async let dismissed: Void = window.tap("put-dismiss")
                await server.waitUntilAsked(1)
                #expect(trace.told.isEmpty)
                server.open()
                try await dismissed
                // C-040, 3.15: in order, and before anything of the resigning.
                #expect(
                    trace.told == [
                        "first 0 version=1 size=0 ", "second 0 version=1 size=3 one", "saw viewWillDisappear",
                    ]
                )
                #expect(await window.openExtension == nil)
            }
        }
    }

    @Test func theWindowGoesOnMeanwhile() async throws {
        let server = HeldStates()
        try await Sessions.with(sessionStates: server) { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Sessions.id))
                async let asked: Void = window.tap("get")
                await server.waitUntilAsked(1)
                // What a person does next is done, though it comes to rest only with the rest.
                async let staged: Void = window.tap("loose")
                await trace.wait(for: { if case .draft(let draft) = $0 { draft.message != nil } else { false } })
                #expect(trace.told.isEmpty)
                server.open()
                _ = try await (asked, staged)
                #expect(trace.told == ["get 0 version=0 size=0 "])
            }
        }
    }

    @Test func anAnswerThatNeverComesIsGivenUp() async throws {
        var policy = Policy.immediate
        policy.service = .milliseconds(50)
        try await Sessions.with(policy: policy, sessionStates: HeldStates()) { test in
            let said = try await test.act(as: "alice") { try await $0.tap("get") }
            #expect(said == ["get 1012 version=0 size=0 "])
        }
    }

    @Test func aFailureOfTheServerIsToldAndItsOwnErrorsAreKept() async throws {
        try await Sessions.with(sessionStates: BrokenStates()) { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Sessions.id))
                try await window.tap("get")
                try await window.tap("put", ["word": "x"])
            }
            #expect(trace.told.prefix(2) == ["get -1 version=0 size=0 ", "put 1011 version=0 size=0 "])
            let errors = trace.events.compactMap {
                if case .call(_, _, _, let error?) = $0 { error.message } else { nil }
            }
            #expect(errors == ["getState: the host could not do it", "no room on the server"])
        }
    }

    @Test func noMoreThan64CallsWait() async throws {
        let server = HeldStates()
        try await Sessions.with(sessionStates: server) { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Sessions.id))
                async let asked: Void = window.tap("get-many", ["size": "65"])
                await trace.wait(for: { if case .log(_, _, "many 1007 version=0 size=0 ") = $0 { true } else { false } }
                )
                #expect(trace.told.count == 1)
                server.open()
                try await asked
                #expect(trace.told.filter { $0 == "many 0 version=0 size=0 " }.count == 64)
            }
        }
    }

    @Test func whatIsWrittenInWillResignActiveIsKeptThoughTheProcessIsGone() async throws {
        let server = HeldStates()
        try await Sessions.with(sessionStates: server) { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Sessions.id))
                async let closed: Void = window.tap("put-late", ["word": "late"])
                await server.waitUntilAsked(1)
                await trace.wait(for: { if case .receipt = $0 { true } else { false } })
                server.open()
                try await closed
            }
            let bob = try await test.act(as: "bob") { try await $0.tap("get") }
            #expect(bob == ["get 0 version=1 size=4 late"])
        }
    }
}
