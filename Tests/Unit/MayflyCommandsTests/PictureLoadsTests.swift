import MayflyTestSupport
import Synchronization
import Testing

@testable import MayflyCommands

/// Which pictures are decoded for a terminal: those of the last drawing.
@Suite struct PictureLoadsTests {
    /// Pictures whose decoding ends when it is cancelled, or when the test says so.
    private final class Decoder: Sendable {
        let loads = PictureLoads<Int>()
        private let state = Mutex(
            (started: [Int](), cancelled: [Int](), ends: [Int: AsyncStream<Never>.Continuation]())
        )

        var started: [Int] { state.withLock(\.started) }
        var cancelled: [Int] { state.withLock(\.cancelled) }

        func draw(_ pictures: [Int]) {
            loads.begin()
            for picture in pictures { loads.ask(picture) { await self.decode(picture) } }
            loads.end()
        }

        func finish(_ picture: Int) { state.withLock { $0.ends[picture] }?.finish() }

        private func decode(_ picture: Int) async {
            let (stream, end) = AsyncStream<Never>.makeStream()
            state.withLock {
                $0.started.append(picture)
                $0.ends[picture] = end
            }
            for await _ in stream {}
            if Task.isCancelled { state.withLock { $0.cancelled.append(picture) } }
        }
    }

    private static func with(_ body: (Decoder) async throws -> Void) async throws {
        let decoder = Decoder()
        let run = Task { await decoder.loads.run() }
        try await body(decoder)
        run.cancel()
        await run.value
    }

    @Test func fourAreDecodedAtOnceInTheirOrder() async throws {
        try await Self.with { decoder in
            decoder.draw(Array(1...9))
            try await until { decoder.started.count == 4 }
            #expect(Set(decoder.started) == [1, 2, 3, 4])
            decoder.finish(2)
            try await until { decoder.started.count == 5 }
            #expect(decoder.started.last == 5)
        }
    }

    /// What is not on the screen any more, such as the stickers of a pack that was closed, holds up nothing.
    @Test func whatTheLastDrawingHasNotIsNotDecoded() async throws {
        try await Self.with { decoder in
            decoder.draw(Array(1...9))
            try await until { decoder.started.count == 4 }
            decoder.draw([2, 10, 11, 12, 13])
            try await until { decoder.started.count == 7 }
            #expect(Set(decoder.cancelled) == [1, 3, 4])
            // It is decoded still, and not again.
            #expect(Set(decoder.started.dropFirst(4)) == [10, 11, 12])
        }
    }

    @Test func theEndWaitsForWhatIsBeingDecoded() async throws {
        let decoder = Decoder()
        let run = Task { await decoder.loads.run() }
        decoder.draw([1, 2])
        try await until { decoder.started.count == 2 }
        run.cancel()
        await run.value
        #expect(Set(decoder.cancelled) == [1, 2])
    }
}
