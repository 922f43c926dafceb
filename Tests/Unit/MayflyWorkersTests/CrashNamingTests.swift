import Glibc
import Testing

@testable import MayflyWorkers

@Suite struct CrashNamingTests {
    @Test func whatIsFoundInTimeIsGiven() async {
        #expect(await CrashNaming.first(within: .seconds(86_400)) { 7 } == 7)
    }

    /// The threads of the cooperative pool are few, and all windows need them. Code that runs on one of them, or for an actor, is a part
    /// of a task.
    @Test func namesAreFoundOffThePool() async {
        let isPartOfTask = await CrashNaming.first(within: .seconds(86_400)) { withUnsafeCurrentTask { $0 != nil } }
        #expect(isPartOfTask == false)
        #expect(withUnsafeCurrentTask { $0 != nil }, "this test is one")
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
