import MayflyModel
import MayflyTestSupport
import MayflyViews
import Synchronization
import Testing

@testable import MayflyCommands

/// The pictures of a drawing have a bound. libchafa must be there.
@Suite struct TerminalPicturesTests {
    private static let room = ScreenSize(columns: 80, rows: 24, cell: nil)

    /// Counts how often each is decoded.
    private final class Counts: Sendable {
        private let counts = Mutex<[Int: Int]>([:])

        var all: [Int: Int] { counts.withLock(\.self) }

        func decode(_ picture: Int) throws -> PicturePixels {
            counts.withLock { $0[picture, default: 0] += 1 }
            return try #require(PicturePixels(width: 1, height: 1, bytes: [1, 2, 3, 255]))
        }
    }

    /// The pictures of the drawing that have a place.
    private static func draw(_ wanted: [Int], _ pictures: TerminalPictures, _ counts: Counts) -> [Int] {
        pictures.beginDrawing()
        defer { pictures.endDrawing() }
        return wanted.filter { picture in
            source(picture).flatMap { source in
                pictures.area(of: source, in: room) { try counts.decode(picture) }
            } != nil
        }
    }

    private static func source(_ number: Int) -> TerminalPictures.Source? {
        ContentDigest(bytes: [UInt8](repeating: 0, count: 31) + [UInt8(number)]).map { .file($0) }
    }

    /// With more, each drawing would forget some that the next one needs, for ever.
    @Test func aDrawingHasSoManyAndDecodesEachOnce() async throws {
        let (pictures, counts) = (TerminalPictures(.blocks, environment: [:]), Counts())
        let run = Task { await pictures.load {} }
        let wanted = Array(1...40)
        #expect(Self.draw(wanted, pictures, counts) == [])
        try await until { Self.draw(wanted, pictures, counts).count == 32 }
        #expect(Self.draw(wanted, pictures, counts) == Array(1...32))
        // One more, which is decoded after all that the drawing lacks.
        let others = Array(wanted.prefix(31)) + [41]
        try await until { Self.draw(others, pictures, counts) == others }
        #expect(counts.all == Dictionary(uniqueKeysWithValues: (Array(1...32) + [41]).map { ($0, 1) }))
        run.cancel()
        await run.value
    }
}
