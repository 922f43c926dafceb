import MayflyModel
import Testing

@testable import MayflyWorkerCore

/// One after the other: what is rehearsed with has one extension, and no process plays it in two threads.
@Suite(.serialized) struct RehearsalTests {
    /// Every callback of a launch comes back, and every runtime's own rehearsal is found and played; what the zygote does not
    /// get through, each worker would have to do.
    @Test(arguments: [(Runtime.c, 0), (.cxx, 0), (.swift, 1), (.foundation, 2)])
    func playsTheWholeLaunch(runtime: Runtime, libraries: Int) {
        let rehearsal = Rehearsal(runtime)
        #expect(rehearsal.runtimes.count == libraries)
        #expect(rehearsal.play())
    }
}
