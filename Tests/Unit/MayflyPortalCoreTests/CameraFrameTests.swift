import Testing

@testable import MayflyPortalCore

/// The colours of a camera.
@Suite struct CameraFrameTests {
    /// Black and white, then red and a red that is half as light; padding behind each row.
    private static let rows: [[UInt8]] = [[16, 128, 235, 128, 9, 9], [81, 90, 81, 240, 9, 9]]

    private static func pixels(_ rows: [[UInt8]], width: Int, luma: Int) -> [UInt8] {
        rows.flatMap(\.self).withUnsafeBufferPointer {
            CameraFrame.pixels($0, width: width, height: rows.count, stride: 6, luma: luma)
        }
    }

    @Test func twoPixelsShareTheirColour() {
        let pixels = Self.pixels(Self.rows, width: 2, luma: 0)
        #expect(pixels[..<6] == [0, 0, 0, 255, 255, 255])
        // Red, within the error of whole numbers.
        #expect(pixels[6] >= 254 && pixels[7] <= 1 && pixels[8] <= 1)
        #expect(pixels[9...] == pixels[6..<9])
    }

    @Test func theOrderOfTheBytesChangesNothingElse() {
        let swapped = Self.rows.map { row in [row[1], row[0], row[3], row[2], 9, 9] }
        #expect(Self.pixels(swapped, width: 2, luma: 1) == Self.pixels(Self.rows, width: 2, luma: 0))
    }

    @Test func anOddRowHasALastPixel() {
        #expect(Self.pixels(Self.rows, width: 1, luma: 0).count == 6)
        // There is no byte behind the last row.
        #expect(Self.pixels([[16, 128, 16, 128, 235, 128]], width: 3, luma: 0).suffix(3) == [255, 255, 255])
    }
}
