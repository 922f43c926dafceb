import CMayflyLinux
import Glibc
import MayflyModel
import Testing

@testable import MayflyWorkers

/// Which request another process gets, and what becomes of a cause that comes while it is started.
@Suite struct PendingLaunchTests {
    private var pending = PendingLaunch()

    private func request(_ library: Int32) -> LaunchRequest {
        LaunchRequest(
            library: library,
            libraryName: "tally.so",
            bundleFolder: "/bundle",
            privateFolder: "/private",
            receivedFolder: "/received",
            style: .compact
        )
    }

    @Test mutating func aLaunchIsStartedAgainOnce() {
        #expect(pending.startAgain() == nil)
        pending.keep(request(7))
        #expect(pending.restarts == 0)
        #expect(pending.startAgain()?.library == 7)
        #expect(pending.restarts == 1)
        #expect(pending.endStart() == nil)
        #expect(pending.startAgain() == nil)
        #expect(pending.restarts == 1)
    }

    @Test mutating func theFirstCauseEndsTheProcessThatIsStarted() {
        pending.keep(request(7))
        #expect(pending.startAgain()?.library == 7)
        pending.end(.killed)
        pending.end(.finished)
        #expect(pending.endStart() == .killed)
    }

    @Test mutating func aCauseWhileNothingIsStartedIsForgotten() {
        pending.end(.killed)
        pending.keep(request(7))
        pending.end(.killed)
        #expect(pending.startAgain()?.library == 7)
        #expect(pending.endStart() == nil)
        pending.end(.killed)
        #expect(pending.endStart() == nil)
    }

    @Test mutating func aWorkerThatHasBegunIsNotReplacedAndItsLibraryIsClosed() throws {
        var ends: [Int32] = [-1, -1]
        try #require(mayfly_packet_pair(&ends) == 0)
        defer { close(ends[0]) }
        // A number that nothing else of this process gets.
        let library = fcntl(ends[1], F_DUPFD_CLOEXEC, 900)
        try #require(library >= 900)
        close(ends[1])
        pending.keep(request(library))
        pending.forget()
        #expect(fcntl(library, F_GETFD) < 0)
        #expect(pending.startAgain() == nil)
        // It closes nothing again.
        try #require(dup2(ends[0], library) == library)
        pending.forget()
        #expect(close(library) == 0)
    }
}
