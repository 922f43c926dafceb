import Foundation
import MayflyConformance
import MayflyModel
import MayflyTestSupport
import Testing

@testable import MayflyBundles

@Suite struct AnimatedPNGTests {
    @Test func threeFramesBecomeOneSoundAnimation() throws {
        let frames = (0..<3).map { _ in SamplePicture.png(width: 300, height: 300) }
        let joined = try AnimatedPNG.join(frames, frameDuration: 0.1, plays: 0)
        let picture = try MediaProbe.picture(joined)
        #expect(picture.type == .apng)
        #expect(picture.frames == 3)
        #expect(picture.size == MediaFile.PixelSize(width: 300, height: 300))
    }

    /// To a millisecond, which is the unit of the file.
    @Test(.proves("C-241"), arguments: [(0.5, 0), (0.1, 1), (1.0 / 15, 3), (60, 1_000_001)] as [(Double, UInt32)])
    func theFileSaysHowLongEachFrameIsShownAndHowOftenAllArePlayed(duration: Double, plays: UInt32) throws {
        let frames = (0..<3).map { _ in SamplePicture.png(width: 300, height: 300) }
        let joined = try AnimatedPNG.join(frames, frameDuration: duration, plays: plays)
        let animation = try #require(PNGAnimation(joined))
        #expect(animation.frames == 3)
        #expect(animation.plays == Int(plays))
        #expect(animation.delays.count == 3)
        for delay in animation.delays { #expect(abs(delay - duration) <= 0.000_5) }
    }

    @Test func theChunksStandInTheOrderOfTheFramesAndAreNumbered() throws {
        let frames = (0..<3).map { _ in SamplePicture.png(width: 300, height: 301) }
        let chunks = PNGChunk.all(in: try AnimatedPNG.join(frames, frameDuration: 1, plays: 0))
        #expect(
            chunks.map(\.name) == ["IHDR", "acTL", "fcTL", "IDAT", "fcTL", "fdAT", "fcTL", "fdAT", "IEND"]
        )
        let numbered = chunks.filter { ["fcTL", "fdAT"].contains($0.name) }
        #expect(numbered.map { $0.word(0) } == [0, 1, 2, 3, 4])
        for control in chunks where control.name == "fcTL" {
            // Each frame covers the whole picture.
            #expect([4, 8, 12, 16].map(control.word) == [300, 301, 0, 0])
        }
    }

    /// Also what is not taken of a frame is looked at once, and not again for each other frame.
    @Test func chunksOfTheFirstFrameTakeNoMoreTimeWithMoreFrames() throws {
        let plain = SamplePicture.png()
        let chunks = [UInt8](repeatElement(SamplePicture.chunk("prVt", []), count: 4000).joined())
        let first = plain[..<33] + chunks + plain[33...]
        func time(frames: Int) -> Int {
            let all = [Array(first)] + [[UInt8]](repeating: plain, count: frames - 1)
            return processorTime { _ = try? AnimatedPNG.join(all, frameDuration: 0.1, plays: 0) }
        }
        #expect(try AnimatedPNG.join([Array(first), plain], frameDuration: 0.1, plays: 0).count < 1000)
        #expect(time(frames: 100) < 10 * time(frames: 2))
    }

    @Test func framesOfDifferentSizesAreRefused() {
        let frames = [SamplePicture.png(width: 300, height: 300), SamplePicture.png(width: 301, height: 300)]
        let problem = #expect(throws: PictureProblem.self) {
            try AnimatedPNG.join(frames, frameDuration: 0.1, plays: 1)
        }
        #expect(problem?.reason == "frame 2 has another size, kind or palette than frame 1")
    }
}
