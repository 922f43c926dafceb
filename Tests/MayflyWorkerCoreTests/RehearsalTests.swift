import Testing

@testable import MayflyWorkerCore

@Suite struct RehearsalTests {
    /// Every callback of a launch comes back; what the zygote does not get through, each worker would have to do.
    @Test func playsTheWholeLaunch() {
        #expect(Rehearsal.play())
    }
}
