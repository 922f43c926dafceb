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
            var story: [String] = []
            for await event in events {
                switch event {
                case .killed:
                    story.append("killed")
                    await worker.freeze()
                case .ended(let end, _):
                    return story + [end.cause.name]
                default: break
                }
            }
            return story
        }
        #expect(story == ["killed", "launchTimeout"])
    }
}
