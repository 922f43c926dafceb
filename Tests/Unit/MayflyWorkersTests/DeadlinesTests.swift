import Testing

@testable import MayflyABI
@testable import MayflyLinux
@testable import MayflyModel
@testable import MayflyWorkers

/// The timers of a worker on a real event loop. What fires is compared in the order of the deadlines, which no delay of the
/// machine changes.
@Suite struct DeadlinesTests {
    /// What has deadlines as a worker has them, and notes which of them come.
    private actor Owner: LoopActor {
        nonisolated let loop: EventLoop
        var deadlines: Deadlines
        private var fired: [String] = []

        init(_ loop: EventLoop) {
            self.loop = loop
            deadlines = Deadlines(loop: loop)
        }

        func set(_ kind: Deadlines.Kind, after milliseconds: Int, _ name: String) {
            deadlines.set(kind, after: .milliseconds(milliseconds)) { self.onLoop { $0.fired.append(name) } }
        }

        func beginCallback(limit milliseconds: Int, mayTakeMoreTime: Bool = false) {
            deadlines.beginCallback(limit: .milliseconds(milliseconds), mayTakeMoreTime: mayTakeMoreTime) {
                self.onLoop { $0.fired.append("late") }
            }
        }

        /// Runs `body` in one turn of the loop.
        func run<Value: Sendable>(_ body: @Sendable (isolated Owner) -> Value) -> Value { body(self) }

        /// Runs `body` in one turn of the loop, and gives what has fired by so long after it.
        func fire(upTo milliseconds: Int, _ body: @Sendable (isolated Owner) -> Void) async -> [String] {
            await withCheckedContinuation { continuation in
                body(self)
                _ = loop.schedule(after: .milliseconds(milliseconds)) {
                    self.onLoop { owner in
                        // The loop is that of other tests too, and must not expect an answer for ever.
                        _ = owner.deadlines.endCallback()
                        continuation.resume(returning: owner.fired)
                    }
                }
            }
        }
    }

    private let owner: Owner

    init() throws { owner = Owner(try EventLoop.running()) }

    /// A call of the function with which an extension asks for more time.
    private static func call(_ milliseconds: Value) throws -> Arguments {
        let function = try #require(Table.moreTime.functions.first { $0.name == "extend" })
        let values = function.marshalled.map { index -> Value in
            function.parameters[index].name == "milliseconds" ? milliseconds : .null
        }
        return Arguments(function: function, values: values)
    }

    // MARK: Timers

    /// The extension has used what it has used: only what the host waits for is put off.
    @Test func aCheckIsNotPutOffWhenTheLoopDidNotRun() async throws {
        let owner = Owner(try EventLoop())
        let fired = await owner.fire(upTo: 60) { owner in
            owner.set(.launch, after: 20, "launch")
            owner.set(.check, after: 40, "look")
            let end = Moment.now + .milliseconds(300)
            while Moment.now < end {}
        }
        #expect(fired == ["look", "launch"])
    }

    @Test func aTimerReplacesTheOneOfItsKindAndLeavesTheOthers() async {
        let fired = await owner.fire(upTo: 8) { owner in
            owner.set(.check, after: 4, "replaced")
            owner.set(.check, after: 5, "look")
            owner.set(.output, after: 6, "output")
            owner.set(.launch, after: 7, "cleared")
            owner.deadlines.clear(.launch)
        }
        #expect(fired == ["look", "output"])
    }

    @Test func aTimerIsSetUntilItIsClearedAlsoAfterItHasFired() async {
        #expect(await owner.run { !$0.deadlines.isSet(.check) })
        let fired = await owner.fire(upTo: 2) { owner in
            owner.set(.check, after: 1, "look")
            #expect(owner.deadlines.isSet(.check))
            #expect(!owner.deadlines.isSet(.output))
        }
        #expect(fired == ["look"])
        let isSet = await owner.run { owner in
            let before = owner.deadlines.isSet(.check)
            owner.deadlines.clear(.check)
            return [before, owner.deadlines.isSet(.check)]
        }
        #expect(isSet == [true, false])
    }

    @Test func nothingFiresAfterAllWasCleared() async {
        let fired = await owner.fire(upTo: 3) { owner in
            for kind in Deadlines.Kind.allCases { owner.set(kind, after: 1, "\(kind)") }
            owner.beginCallback(limit: 2)
            owner.deadlines.clearAll()
            for kind in Deadlines.Kind.allCases { #expect(!owner.deadlines.isSet(kind)) }
            #expect(owner.deadlines.callbackLimit == nil)
        }
        #expect(fired.isEmpty)
    }

    // MARK: The callback that runs

    @Test func aCallbackThatReturnedIsNotLate() async {
        let fired = await owner.fire(upTo: 5) { owner in
            owner.beginCallback(limit: 1)
            _ = owner.deadlines.endCallback()
            owner.set(.check, after: 2, "look")
            owner.beginCallback(limit: 3)
        }
        #expect(fired == ["look", "late"])
    }

    @Test func measuresHowLongACallbackTook() async {
        let times = await owner.run { owner in
            #expect(owner.deadlines.endCallback() == 0, "none runs")
            let before = Moment.now
            owner.beginCallback(limit: 1000)
            let begun = Moment.now
            while begun.microseconds(to: .now) < 1000 {}
            let returned = Moment.now
            let took = owner.deadlines.endCallback()
            #expect(owner.deadlines.callbackLimit == nil)
            return [begun.microseconds(to: returned), took, before.microseconds(to: .now)]
        }
        #expect(times == times.sorted())
    }

    /// The loop spins for a short while where it expects one answer, so it must not go on to expect it.
    @Test func theLoopExpectsAnAnswerWhileACallbackRuns() async throws {
        let owner = Owner(try EventLoop())
        let expected = await owner.run { owner in
            var counts: [Int] = []
            owner.beginCallback(limit: 1000)
            counts.append(owner.loop.awaited)
            for _ in 0..<2 {
                _ = owner.deadlines.endCallback()
                counts.append(owner.loop.awaited)
            }
            owner.beginCallback(limit: 1000)
            counts.append(owner.loop.awaited)
            for _ in 0..<2 {
                owner.deadlines.clearAll()
                counts.append(owner.loop.awaited)
            }
            return counts
        }
        #expect(expected == [1, 0, 0, 1, 0, 0])
    }

    // MARK: More time

    /// What is given for each of these requests, in one callback.
    private func give(
        _ requests: [Value],
        mayTakeMoreTime: Bool = true
    ) async throws -> [Result<Duration, MessageError>] {
        let calls = try requests.map(Self.call)
        return await owner.run { owner in
            owner.beginCallback(limit: 1000, mayTakeMoreTime: mayTakeMoreTime)
            let given = calls.map { owner.deadlines.giveTime($0, within: .milliseconds(500)) }
            let sum = given.reduce(Duration.seconds(1)) { sum, time in sum + ((try? time.get()) ?? .zero) }
            #expect(owner.deadlines.callbackLimit == sum)
            _ = owner.deadlines.endCallback()
            return given
        }
    }

    private func code(_ result: Result<Duration, MessageError>?) -> MessageErrorCode? {
        guard case .failure(let error) = result else { return nil }
        return error.code
    }

    @Test func givesNoMoreThanALaunchHas() async throws {
        let given = try await give([.unsigned(300), .unsigned(300), .unsigned(1)])
        #expect(given.prefix(2) == [.success(.milliseconds(300)), .success(.milliseconds(200))])
        #expect(code(given.last) == .limitExceeded)
        let next = try await give([.unsigned(1)])
        #expect(code(next.first) == .limitExceeded, "the next callback has no time of its own")
    }

    @Test func takesAnyNumber() async throws {
        #expect(try await give([.unsigned(.max)]) == [.success(.milliseconds(500))])
        #expect(try await give([.unsigned(0), .null]).map(code) == [.invalidArgument, .invalidArgument])
    }

    @Test func givesTimeOnlyToACallbackThatRunsAndMayTakeIt() async throws {
        #expect(code(try await give([.unsigned(1)], mayTakeMoreTime: false).first) == .notActive)
        let call = try Self.call(.unsigned(1))
        let given = await owner.run { $0.deadlines.giveTime(call, within: .milliseconds(500)) }
        #expect(code(given) == .notActive)
    }

    @Test func theDeadlineMovesByTheTimeThatIsGiven() async throws {
        let call = try Self.call(.unsigned(20))
        let fired = await owner.fire(upTo: 40) { owner in
            owner.set(.check, after: 20, "look")
            owner.beginCallback(limit: 10, mayTakeMoreTime: true)
            _ = owner.deadlines.giveTime(call, within: .seconds(1))
        }
        #expect(fired == ["look", "late"])
    }

    @Test func aCallbackThatWasGivenTimeCanReturn() async throws {
        let call = try Self.call(.unsigned(1))
        let fired = await owner.fire(upTo: 4) { owner in
            owner.beginCallback(limit: 1, mayTakeMoreTime: true)
            _ = owner.deadlines.giveTime(call, within: .seconds(1))
            _ = owner.deadlines.endCallback()
        }
        #expect(fired.isEmpty)
    }
}
