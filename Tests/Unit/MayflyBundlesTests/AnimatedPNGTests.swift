import Foundation
import MayflyModel
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

    @Test func framesOfDifferentSizesAreRefused() {
        let frames = [SamplePicture.png(width: 300, height: 300), SamplePicture.png(width: 301, height: 300)]
        let problem = #expect(throws: PictureProblem.self) {
            try AnimatedPNG.join(frames, frameDuration: 0.1, plays: 1)
        }
        #expect(problem?.reason == "frame 2 has another size, kind or palette than frame 1")
    }
}
