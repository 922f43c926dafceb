import Glibc
import MayflyModel
import MayflyWorkers
import Testing

/// A worker that lingers is stopped; what stops it must not keep it from ending.
@Suite struct FreezeTests {
    /// It is late, and leaves no stack, because it has blocked all signals. The window stops it in that time, as a window that
    /// closes does: the process is killed all the same.
    @Test func oneThatIsEndingIsNotStopped() async throws {
        var policy = Policy.immediate
        policy.launch = .milliseconds(50)
        policy.stackReport = .milliseconds(200)
        let path = try PluginWorkshop.bundle("crasher", options: ["-pthread", "-DDEAF"])
        let story = try await BareWorker.with(path, policy: policy) { worker, events in
            var (story, process): ([String], Int32) = ([], -1)
            for await event in events {
                switch event {
                case .spawned(let id): process = id
                case .killed:
                    story.append("killed")
                    await worker.freeze()
                    let held = process
                    story += try await onOwnThread { Self.isStopped(held) } ? ["stopped"] : []
                    // One that is stopped is not killed by anybody else.
                    if story.last == "stopped" { kill(process, SIGKILL) }
                case .ended(let end, _):
                    return story + [end.cause.name]
                default: break
                }
            }
            return story
        }
        #expect(story == ["killed", "launchTimeout"])
    }

    /// Waits until a child of this process is stopped or has ended. The child is left to whoever reaps it.
    private static func isStopped(_ process: Int32) -> Bool {
        var info = siginfo_t()
        let flags = WSTOPPED | WEXITED | WNOWAIT
        guard waitid(P_PID, id_t(process), &info, flags) == 0 else { return false }
        return info.si_code == Int32(CLD_STOPPED)
    }
}
