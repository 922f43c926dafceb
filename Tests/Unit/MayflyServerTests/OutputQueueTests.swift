import Foundation
import MayflyRPC
import Synchronization
import Testing

@testable import MayflyServer

@Suite struct OutputQueueTests {
    /// Whoever begins to read again finds, behind what was being written, why the connection ends.
    @Test func theLastLineSaysThatTheReaderIsTooSlow() async throws {
        let pipe = Pipe()
        let (reasons, reason) = AsyncStream<String>.makeStream()
        let queue = OutputQueue(to: pipe.fileHandleForWriting.fileDescriptor) { reason.yield($0) }
        let line = String(repeating: "x", count: ConnectionLimits.unreadBytes / 16)
        // The first is being written, and the others wait: one more than may.
        for _ in 0..<18 { queue.write(line, overflow: "too slow") }
        var reader = reasons.makeAsyncIterator()
        #expect(await reader.next() == "more than 16777216 bytes waited for the client to read them")
        queue.write("late", overflow: "too slow again")
        let writing = pipe.fileHandleForWriting
        async let end: Void = {
            await queue.close()
            try? writing.close()
        }()
        let all = try await Self.content(of: pipe.fileHandleForReading)
        await end
        let lines = all.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
        #expect(lines.last == "too slow")
        #expect(lines.dropLast().allSatisfy { $0 == line })
        #expect(lines.count < 18)
    }

    /// Reads to the end, in a thread of its own.
    private static func content(of file: FileHandle) async throws -> Data {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try file.readToEnd() ?? Data() }) }
        }
    }
}
