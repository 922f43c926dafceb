import MayflyModel
import Testing

@Suite struct PicturePixelsTests {
    @Test func isReadAsItWasWritten() throws {
        let pixels = try #require(PicturePixels(width: 300, height: 2, bytes: [UInt8](repeating: 9, count: 2_400)))
        #expect(pixels.encoded.prefix(4) == [1, 44, 0, 2])
        #expect(PicturePixels(encoded: pixels.encoded) == pixels)
    }

    /// The bytes come from a process that has read a stranger's file.
    @Test(
        arguments: [
            [], [0, 1, 0, 1], [0, 1, 0, 1, 9, 9, 9], [0, 1, 0, 1, 9, 9, 9, 9, 9], [0, 0, 0, 1, 9, 9, 9, 9],
            [1, 225, 0, 1] + [UInt8](repeating: 9, count: 481 * 4), [255, 255, 255, 255, 9],
        ] as [[UInt8]]
    )
    func anythingElseIsRefused(bytes: [UInt8]) { #expect(PicturePixels(encoded: bytes) == nil) }
}
