import MayflyModel
import Testing

@testable import MayflyWorkerCore

/// One after the other: the warm-up has one extension, and no process runs it in two threads.
@Suite(.serialized) struct WarmUpTests {
    /// Every callback of a launch comes back, and every runtime's own warm-up is found and run; what the zygote does not
    /// get through, each worker would have to do.
    @Test(arguments: [(Runtime.c, 0), (.cxx, 0), (.swift, 1), (.foundation, 2)])
    func runsTheWholeLaunch(runtime: Runtime, libraries: Int) {
        let warmUp = WarmUp(runtime)
        #expect(warmUp.runtimes.count == libraries)
        #expect(warmUp.run())
    }
}
