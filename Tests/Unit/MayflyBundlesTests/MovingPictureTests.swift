import Foundation
import MayflyConformance
import MayflyModel
import MayflyTestSupport
import Testing

@testable import MayflyBundles

/// Which real files are animated.
@Suite struct MovingPictureTests {
    @Test(
        .proves("C-232"),
        arguments: [
            ("moving.png", MediaType.apng, 3), ("moving.gif", .gif, 3), ("still.gif", .gif, 1),
            ("palette.png", .png, 1),
            ("grey.jpg", .jpeg, 1), ("ink.jpg", .jpeg, 1),
        ]
    )
    func onlyAPNGAndGIFMove(sample: String, type: MediaType, frames: Int) throws {
        let bytes = [UInt8](
            try Data(contentsOf: Checkout.folder.appending(path: "Tests/Support/SampleFiles/\(sample)"))
        )
        let sticker = try StickerFile(bytes: bytes, name: sample, description: "")
        #expect(sticker.picture.type == type && sticker.picture.frames == frames)
        #expect(sticker.picture.isAnimated == (frames > 1))
    }
}
