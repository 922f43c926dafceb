import Glibc
import MayflyABI
import MayflyModel
import MayflyWorkers
import Testing

/// A worker that lingers is stopped; what stops it must not keep it from ending.
@Suite struct FreezeTests {
    private struct Round {
        var story: [String] = []
        /// It had blocked all signals when its launch was over.
        var wasDeaf = false
        /// It was alive when the window had stopped it.
        var wasInTime = false
        var hasStack = false
    }

    /// It is late, and leaves no stack, because it has blocked all signals. The window stops it in that time, as a window that
    /// closes does: the process is killed all the same.
    ///
    /// Where a machine is so busy that the worker does not get that far in its time, it gets ten times as much.
    @Test func oneThatIsEndingIsNotStopped() async throws {
        let path = try PluginWorkshop.bundle("crasher", options: ["-pthread", "-DDEAF"])
        var policy = Policy.immediate
        (policy.launch, policy.stackReport) = (.milliseconds(100), .milliseconds(200))
        var round = try await Self.round(path, policy)
        while !(round.wasDeaf && round.wasInTime), policy.launch < .seconds(100) {
            policy.launch *= round.wasDeaf ? 1 : 10
            policy.stackReport *= 10
            round = try await Self.round(path, policy)
        }
        #expect(round.wasDeaf && round.wasInTime && !round.hasStack)
        #expect(round.story == ["killed", "launchTimeout"])
    }

    /// It has returned from one completion, and is in another, when it is stopped: what it said before is read later. Time that
    /// it spends stopped is not its own.
    @Test func theCompletionOfOneThatIsStoppedHasNoDeadline() async throws {
        let limit = Duration.milliseconds(50)
        var policy = Policy.immediate
        policy.callback = limit
        let path = try PluginWorkshop.bundle("stopper")
        let story = try await BareWorker.with(path, policy: policy) { worker, events in
            var (process, story): (Int32, [String]) = (-1, [])
            var calls: [(Function, UInt64)] = []
            for await event in events {
                switch event {
                case .spawned(let id): process = id
                case .askedForTime(let call, let token, _):
                    calls.append((call.function, token))
                    worker.reportTaken()
                case .opened:
                    try #require(calls.count == 2)
                    try await worker.freezeAfterCompleting(calls, in: process)
                    await worker.finish(after: limit * 4)
                case .violated(let function, let error): Issue.record("\(function): \(error)")
                case .completionReturned: story.append("completionReturned")
                case .ended(let end, _):
                    story.append(end.cause.name)
                    return story
                default: break
                }
            }
            return story
        }
        #expect(story == ["completionReturned", "finished"])
    }

    private static func round(_ path: String, _ policy: Policy) async throws -> Round {
        try await BareWorker.with(path, policy: policy) { worker, events in
            var (round, process): (Round, Int32) = (Round(), -1)
            for await event in events {
                switch event {
                case .spawned(let id): process = id
                case .killed:
                    round.story.append("killed")
                    round.wasDeaf = isDeaf(process)
                    await worker.freeze()
                    round.wasInTime = (try? ProcessState.letter(of: process)).map { $0 != "Z" } ?? false
                    let held = process
                    round.story += try await OwnThread.run { isStopped(held) } ? ["stopped"] : []
                    // One that is stopped is not killed by anybody else.
                    if round.story.last == "stopped" { kill(process, SIGKILL) }
                case .ended(let end, let box):
                    round.story.append(end.cause.name)
                    round.hasStack = box != nil
                    return round
                default: break
                }
            }
            return round
        }
    }

    /// Whether a process has blocked the signals that can be blocked (proc_pid_status(5)).
    private static func isDeaf(_ process: Int32) -> Bool {
        let blocked = (try? ProcessState.status(of: process)["SigBlk"]).flatMap { $0 }.flatMap { UInt64($0, radix: 16) }
        return blocked.map { $0 & 1 << (SIGTERM - 1) != 0 } ?? false
    }

    /// Waits until a child of this process is stopped or has ended. The child is left to whoever reaps it.
    private static func isStopped(_ process: Int32) -> Bool {
        var info = siginfo_t()
        let flags = WSTOPPED | WEXITED | WNOWAIT
        guard waitid(P_PID, id_t(process), &info, flags) == 0 else { return false }
        return info.si_code == Int32(CLD_STOPPED)
    }
}

extension Worker {
    /// Sends these completions and stops the process when it has stopped itself in the last of them, before anything that it
    /// sends is read.
    fileprivate func freezeAfterCompleting(_ calls: [(Function, UInt64)], in process: Int32) throws {
        for (function, token) in calls { complete(token, of: function, with: CallAnswer()) }
        let end = ContinuousClock.now + .seconds(300)
        while try ProcessState.letter(of: process) != "T" {
            try #require(.now < end, "process \(process) has not stopped itself")
            sched_yield()
        }
        freeze()
    }
}
