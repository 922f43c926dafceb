import Testing

@testable import MayflyMediaCore

@Suite struct OrientationTests {
    /// Where the upper left and the upper right corner of what is stored belong, by the table in the Exif standard:
    /// the rows and columns of the six pixels below, as they are to be seen.
    @Test(
        arguments: [
            (Orientation.upright, ["abc", "def"]), (.mirrored, ["cba", "fed"]), (.upsideDown, ["fed", "cba"]),
            (.mirroredUpsideDown, ["def", "abc"]), (.transposed, ["ad", "be", "cf"]),
            (.turnedLeft, ["da", "eb", "fc"]),
            (.transversed, ["fc", "eb", "da"]), (.turnedRight, ["cf", "be", "ad"]),
        ]
    )
    func turns(orientation: Orientation, rows: [String]) {
        let stored = Pixels(width: 3, height: 2, bytes: "abcdef".utf8.flatMap { [$0, $0, $0] })
        let seen = stored.turned(orientation)
        #expect(seen.width == rows[0].count && seen.height == rows.count)
        #expect(seen.bytes == rows.joined().utf8.flatMap { [$0, $0, $0] })
    }

    private func exif(_ entries: [UInt8], count: UInt8 = 1) -> [UInt8] {
        Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, count] + entries
    }

    @Test func readsBothByteOrders() {
        let big = exif([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 8, 0, 0])
        #expect(Orientation(exif: big[...]) == .turnedRight)
        let little = Array("II".utf8) + [42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, 3, 0, 0, 0]
        #expect(Orientation(exif: little[...]) == .upsideDown)
        #expect(Orientation(exif: ([1, 2, 3] + big)[3...]) == .turnedRight)
    }

    @Test func passesOverWhatMakesNoSense() {
        let unknown = exif([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 9, 0, 0])
        let text = exif([0x01, 0x12, 0, 2, 0, 0, 0, 1, 0, 8, 0, 0])
        let outside = Array("MM".utf8) + [0, 42, 255, 255, 255, 255]
        let endless = exif([0x01, 0x0F, 0, 3, 0, 0, 0, 1, 0, 1, 0, 0], count: 255)
        for bytes in [unknown, text, outside, endless, [], Array("MM".utf8), Array("XX".utf8) + [0, 42]] {
            #expect(Orientation(exif: bytes[...]) == nil, "\(bytes)")
        }
        let whole = exif([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 8, 0, 0])
        for length in 0..<whole.count - 2 { #expect(Orientation(exif: whole.prefix(length)) == nil, "\(length)") }
    }
}
