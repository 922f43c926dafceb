/// A small picture as plain pixels, for a terminal.
package struct PicturePixels: Sendable, Hashable {
    /// In pixels, at least one.
    package let width: Int
    /// In pixels, at least one.
    package let height: Int
    /// Rows from the top, four bytes for each pixel: red, green, blue, and how opaque it is. Exactly `width * height * 4` bytes.
    package let bytes: [UInt8]

    /// Nil for a size that no picture for a terminal has, and for another number of bytes than it needs.
    package init?(width: Int, height: Int, bytes: [UInt8]) {
        let sides = 1...PictureRules.longestPixelSide
        guard sides.contains(width), sides.contains(height), bytes.count == width * height * 4 else { return nil }
        (self.width, self.height, self.bytes) = (width, height, bytes)
    }

    /// Reads what `encoded` has written. Nil for anything else.
    package init?(encoded: [UInt8]) {
        guard encoded.count > Self.headLength else { return nil }
        func number(_ index: Int) -> Int { Int(encoded[index]) << 8 | Int(encoded[index + 1]) }
        self.init(width: number(0), height: number(2), bytes: Array(encoded[Self.headLength...]))
    }

    /// The width and the height, each as two bytes with the higher one first, and the bytes of the pixels.
    package var encoded: [UInt8] { [width, height].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } + bytes }

    private static let headLength = 4
}
