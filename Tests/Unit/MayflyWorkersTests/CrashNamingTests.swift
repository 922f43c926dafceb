import Glibc
import Testing

@testable import MayflyWorkers

@Suite struct CrashNamingTests {
    @Test func whatIsFoundInTimeIsGiven() async {
        #expect(await CrashNaming.first(within: .seconds(300)) { 7 } == 7)
    }

    /// Reading a file may block for ever, and nothing ends it.
    @Test func aSearchThatBlocksIsNotWaitedFor() async throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let (source, sink) = (ends[0], ends[1])
        defer { close(sink) }
        let found = await CrashNaming.first(within: .milliseconds(20)) { () -> Int in
            var byte: UInt8 = 0
            defer { close(source) }
            return read(source, &byte, 1)
        }
        #expect(found == nil)
    }
}
