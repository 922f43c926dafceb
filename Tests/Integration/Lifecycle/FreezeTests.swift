import Glibc
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
