import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyStore
import MayflyTesting
import Testing

/// An extension asks for a permission at the first use, after a touch, and does what the person has answered.
@Suite struct PermissionTests {
    @Test func theFirstUseAsksInTheWordsOfTheExtensionAndOnceHoldsUntilItIsClosed() async throws {
        let server = try LoopbackServer()
        try await FetchingPlugin.with { test in
            let trace = Trace()
            try await test.asking(trace: trace) { window in
                try await window.fetch(server.url("/state/a"))
                #expect(trace.fetched.isEmpty)
                let question = try #require(await window.question)
                #expect(question.extensionID.rawValue == FetchingPlugin.id && question.name == "fetcher")
                #expect("\(question.permission)" == "network:localhost" && question.reason == FetchingPlugin.reason)
                #expect(trace.lines.contains("question 1 network:localhost '\(FetchingPlugin.reason)'"))
                try await window.answer(.once)
                #expect(await window.question == nil)
                #expect(trace.fetched == ["fetch 0 status=404 size=13 nothing there"])
                try await window.fetch(server.url("/state/a"))
                #expect(trace.codes == [0, 0] && trace.lines.filter { $0.hasPrefix("question ") }.count == 1)
                try await window.closeExtension()
                try await window.open(test.bundle(FetchingPlugin.id))
                try await window.fetch(server.url("/state/a"))
                #expect(await window.question?.number == 2)
            }
            #expect(try test.host.keptAnswers().isEmpty)
        }
        #expect(try server.stop().count == 2)
    }

    @Test func alwaysHoldsOnItsDeviceUntilItIsWithdrawn() async throws {
        let server = try LoopbackServer()
        try await FetchingPlugin.with { test in
            let trace = Trace()
            try await test.asking { window in
                try await window.fetch(server.url("/echo"))
                try await window.answer(.always)
            }
            try await test.asking(showsQuestions: false, trace: trace) { window in
                try await window.fetch(server.url("/echo"))
                #expect(trace.codes == [0])
                let kept = try #require(try test.host.keptAnswers().first)
                #expect(kept.device == "alice" && kept.isGranted && "\(kept.permission)" == "network:localhost")
                let other = try #require(PermissionName("network:api.example.com"))
                #expect(try test.host.withdrawAnswers(to: other, of: kept.extensionID) == 0)
                #expect(try test.host.withdrawAnswers(of: kept.extensionID, on: "bob") == 0)
                #expect(try test.host.withdrawAnswers(to: kept.permission, of: kept.extensionID, on: "alice") == 1)
                try await window.fetch(server.url("/echo"))
                #expect(trace.codes == [0, 1014])
            }
            // Another device has another person.
            try await test.asking(as: "bob") { window in
                try await window.fetch(server.url("/echo"))
                #expect(await window.question != nil)
            }
        }
        #expect(try server.stop().count == 2)
    }

    @Test func answersAreKeptForEachExtension() async throws {
        let server = try LoopbackServer()
        let second = "test.mayfly.second"
        try await FetchingPlugin.with(others: [try FetchingPlugin.bundle(["localhost"], id: second)]) { test in
            let trace = Trace()
            try await test.asking(trace: trace) { window in
                try await window.fetch(server.url("/echo"))
                try await window.answer(.always)
                // What the first one may, the second one has to ask for.
                try await window.open(test.bundle(second))
                try await window.fetch(server.url("/echo"))
                #expect(trace.codes == [0])
                #expect(await window.question?.extensionID.rawValue == second)
                try await window.answer(.always)
                #expect(trace.codes == [0, 0])
                let kept = Set(try test.host.keptAnswers().map(\.extensionID.rawValue))
                #expect(kept == [FetchingPlugin.id, second])
                // Withdrawn from the first one, it holds for the second one.
                #expect(try test.host.withdrawAnswers(of: try test.bundle(FetchingPlugin.id).id) == 1)
                #expect(try test.host.keptAnswers().map(\.extensionID.rawValue) == [second])
                try await window.fetch(server.url("/echo"))
                #expect(trace.codes == [0, 0, 0])
                try await window.open(test.bundle(FetchingPlugin.id))
                try await window.fetch(server.url("/echo"))
                #expect(trace.codes == [0, 0, 0])
                #expect(await window.question?.extensionID.rawValue == FetchingPlugin.id)
            }
        }
        #expect(try server.stop().count == 3)
    }

    /// The host does not read the answer at each call, but notices what another program has written.
    @Test func whatAnotherProgramWithdrawsIsNoticedAtTheNextCall() async throws {
        let server = try LoopbackServer()
        try await FetchingPlugin.with { test in
            let (trace, other) = (Trace(), try test.otherHost(searching: ""))
            try await test.asking(trace: trace) { window in
                try await window.fetch(server.url("/echo"))
                try await window.answer(.always)
                for _ in 1...2 { try await window.fetch(server.url("/echo")) }
                #expect(try other.withdrawAnswers(of: try #require(ExtensionID(rawValue: FetchingPlugin.id))) == 1)
                try await window.fetch(server.url("/echo"))
                #expect(trace.codes == [0, 0, 0])
                #expect(await window.question?.number == 2)
            }
        }
        #expect(try server.stop().count == 3)
    }

    @Test func noIsKeptAndNothingIsAskedAgain() async throws {
        let server = try LoopbackServer()
        try await FetchingPlugin.with { test in
            for isFirst in [true, false] {
                let trace = Trace()
                try await test.asking(trace: trace) { window in
                    try await window.fetch(server.url("/echo"))
                    if isFirst { try await window.answer(.no) }
                    #expect(trace.codes == [1014] && trace.lines.contains { $0.hasPrefix("question ") } == isFirst)
                    #expect(trace.lines.contains("call fetch error 1014"))
                }
            }
            #expect(try test.host.keptAnswers().map(\.isGranted) == [false])
        }
        #expect(try server.stop().isEmpty)
    }

    @Test func whatIsNotDeclaredIsRefusedAndLogged() async throws {
        let server = try LoopbackServer()
        try await FetchingPlugin.with(["api.example.com", "*.localhost"]) { test in
            let trace = Trace()
            try await test.asking(trace: trace) { window in
                try await window.fetch(server.url("/echo"))
                #expect(await window.question == nil)
                #expect(
                    trace.fetched == [
                        "fetch 1013 status=0 size=0 fetch: 'permissions' in the manifest lacks 'network:localhost'"
                    ]
                )
                #expect(trace.lines.contains("call fetch error 1013"))
            }
        }
        #expect(try server.stop().isEmpty)
    }

    @Test func nobodyIsAskedWithoutATouch() async throws {
        try await FetchingPlugin.with(options: ["-DAT_START=\"http://localhost:9/\""]) { test in
            let trace = Trace()
            try await test.asking(trace: trace) { window in
                #expect(trace.codes == [1015])
                #expect(await window.question == nil)
            }
        }
        var policy = Policy.immediate
        policy.touch = .zero
        try await FetchingPlugin.with(policy: policy) { test in
            let trace = Trace()
            try await test.asking(trace: trace) { window in
                try await window.fetch("http://localhost:9/")
                #expect(trace.codes == [1015])
            }
        }
    }

    /// The same touch counts for nobody but the extension whose view it was on.
    @Test func aTouchOfAnotherExtensionIsNone() async throws {
        let starter = "test.mayfly.starter"
        let options = ["-DAT_START=\"http://localhost:9/\""]
        var policy = Policy.immediate
        policy.touch = .seconds(100_000)
        let other = try FetchingPlugin.bundle(["localhost"], id: starter, options: options)
        try await FetchingPlugin.with(others: [other], policy: policy) { test in
            let trace = Trace()
            try await test.asking(trace: trace) { window in
                // It asks for nothing at that touch.
                try await window.fetch("http://localhost:9/", by: "many", ["count": "0"])
                #expect(trace.fetched.isEmpty)
                try await window.open(test.bundle(starter))
                #expect(trace.codes == [1015])
                #expect(await window.question == nil)
                try await window.fetch("http://localhost:9/")
                #expect(await window.question?.extensionID.rawValue == starter)
            }
        }
    }

    @Test func whatThePersonDoesInTheFieldIsNoTouch() async throws {
        var policy = Policy.immediate
        policy.touch = .seconds(100_000)
        try await FetchingPlugin.with(options: ["-DAT_SENDING=\"http://localhost:9/\""], policy: policy) { test in
            let trace = Trace()
            try await test.asking(trace: trace) { window in
                #expect(await window.draft.message != nil)
                try await window.type("with a text")
                try await window.send()
                #expect(trace.codes == [1015])
                #expect(await window.question == nil)
                // After a touch of its view it may ask at the same moment.
                try await window.tap(.typed("insert"))
                try await window.send()
                #expect(trace.codes == [1015])
                #expect(await window.question != nil)
            }
        }
    }

    @Test func oneTouchLeadsToOneQuestion() async throws {
        try await FetchingPlugin.with { test in
            let trace = Trace()
            try await test.asking(trace: trace) { window in
                try await window.fetch("http://localhost:9/", by: "fetch")
                let number = try #require(await window.question).number
                try await window.act(.answer(number, nil))
                #expect(trace.codes == [1014] && trace.lines.contains("questionOver 1 -"))
                // What was put aside is asked again, after the next touch.
                try await window.fetch("http://localhost:9/")
                #expect(await window.question?.number == 2)
            }
            #expect(try test.host.keptAnswers().isEmpty)
        }
    }

    @Test func whereNobodySeesQuestionsTheAnswerIsNoAndNotKept() async throws {
        try await FetchingPlugin.with { test in
            let trace = Trace()
            try await test.asking(showsQuestions: false, trace: trace) { window in
                try await window.fetch("http://localhost:9/")
                #expect(trace.codes == [1014])
                #expect(await window.question == nil)
            }
            #expect(try test.host.keptAnswers().isEmpty)
            #expect(trace.fetched.first?.hasSuffix("nobody can be asked about 'network:localhost' here") == true)
        }
    }

    @Test func aWindowAsksOneQuestionAtATime() async throws {
        try await FetchingPlugin.with(["localhost", "a.localhost"]) { test in
            let trace = Trace()
            try await test.asking(trace: trace) { window in
                try await window.fetch("http://localhost:9/", by: "both", ["other": "http://a.localhost:9/"])
                #expect(trace.codes == [1007])
                #expect(trace.fetched.first?.hasPrefix("second ") == true)
                // The same question stands for more calls, and not for any number of them.
                try await window.fetch("http://localhost:9/", by: "many", ["count": "20"])
                #expect(trace.codes == Array(repeating: 1007, count: 6))
                #expect(trace.lines.filter { $0.hasPrefix("question ") }.count == 1)
                try await window.answer(.no)
                #expect(trace.codes.suffix(16) == Array(repeating: 1014, count: 16)[...])
            }
        }
    }

    @Test func aQuestionGoesWithItsExtension() async throws {
        try await FetchingPlugin.with { test in
            let trace = Trace()
            try await test.asking(trace: trace) { window in
                try await window.fetch("http://localhost:9/")
                let number = try #require(await window.question).number
                try await window.closeExtension()
                #expect(await window.question == nil)
                #expect(trace.lines.contains("call fetch error 1001") && trace.lines.contains("questionOver 1 -"))
                await #expect(throws: MayflyError.self) { try await window.answer(number, .always) }
            }
            trace.clear()
            try await test.asking(trace: trace) { window in
                try await window.fetch("http://localhost:9/", by: "fetch-dismiss")
                #expect(await window.question == nil)
                #expect(await window.openExtension == nil)
                // One that closes itself gets its answers first.
                #expect(trace.codes == [1001])
            }
            #expect(try test.host.keptAnswers().isEmpty)
        }
    }

    @Test func answersGoWithTheExtension() async throws {
        let server = try LoopbackServer()
        try await FetchingPlugin.with { test in
            func allow() async throws {
                try await test.asking { window in
                    try await window.fetch(server.url("/echo"))
                    try await window.answer(.always)
                }
                #expect(try test.host.keptAnswers().count == 1)
            }
            let id = try test.bundle(FetchingPlugin.id).id
            try await allow()
            try test.host.setEnabled(false, id, on: "alice")
            #expect(try test.host.keptAnswers().isEmpty)
            try test.host.setEnabled(true, id, on: "alice")

            try test.host.install(bundleAt: FetchingPlugin.bundle(["localhost"]))
            try await allow()
            // The new version does not ask for it any more.
            try test.host.install(bundleAt: FetchingPlugin.bundle(["a.localhost"]))
            #expect(try test.host.keptAnswers().isEmpty)

            try test.host.install(bundleAt: FetchingPlugin.bundle(["localhost"]))
            try await allow()
            try test.host.uninstall(id)
            #expect(try test.host.keptAnswers().isEmpty)
        }
        _ = try server.stop()
    }
}
