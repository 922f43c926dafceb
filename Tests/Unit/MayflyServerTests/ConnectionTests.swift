import Foundation
import MayflyHost
import MayflyModel
import MayflyTestSupport
import Synchronization
import Testing

@testable import MayflyServer

@Suite struct ConnectionTests {
    /// The descriptors of a connection can be closed after the wait: nobody reads from them any more.
    @Test func theWaitForThreadsLastsAsLongAsOneReads() async throws {
        let home = NSTemporaryDirectory() + "mayfly-connection-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: home) }
        let host = try ExtensionHost(home: HomeFolder(path: home))
        let (requests, answers) = (Pipe(), Pipe())
        let connection = Connection(
            input: requests.fileHandleForReading.fileDescriptor,
            output: answers.fileHandleForWriting.fileDescriptor,
            host: host,
            complain: { _ in }
        )
        let serving = Task { await connection.run() }
        serving.cancel()
        await serving.value
        let hasEnded = Mutex(false)
        let wait = Task {
            await connection.waitForThreads()
            hasEnded.withLock { $0 = true }
        }
        // A wait that does not wait is over by then: it has nothing else to do.
        for _ in 0..<10_000 { await Task.yield() }
        #expect(!hasEnded.withLock { $0 })
        try requests.fileHandleForWriting.close()
        await wait.value
    }
}
