import Testing

@testable import MayflyMediaCore

@Suite struct ScalingTests {
    @Test func leavesASmallPictureAlone() {
        let picture = Pixels(width: 2, height: 1, bytes: [1, 2, 3, 4, 5, 6])
        #expect(picture.scaled(longestSide: 2) == picture)
    }

    @Test func keepsProportionsAndAtLeastOnePixel() {
        let wide = Pixels(width: 3_001, height: 1_000).scaled(longestSide: 1_200)
        #expect(wide.width == 1_200 && wide.height == 400)
        let thin = Pixels(width: 1, height: 4_000).scaled(longestSide: 1_200)
        #expect(thin.width == 1 && thin.height == 1_200)
    }

    @Test func keepsAColourExactly() {
        let white = Pixels(width: 1_999, height: 7).scaled(longestSide: 1_200)
        #expect(white.bytes.allSatisfy { $0 == 255 })
    }

    /// Three pixels on two: each new one has one old one and half of the middle.
    @Test func sharesAPixelBetweenTwo() {
        let row = Pixels(width: 3, height: 1, bytes: [0, 0, 90, 90, 90, 90, 30, 0, 0])
        #expect(row.scaled(longestSide: 2).bytes == [30, 30, 90, 50, 30, 30])
        let column = Pixels(width: 1, height: 3, bytes: row.bytes)
        #expect(column.scaled(longestSide: 2).bytes == [30, 30, 90, 50, 30, 30])
    }
}
