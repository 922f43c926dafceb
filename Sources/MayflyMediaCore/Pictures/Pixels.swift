/// An opaque picture in memory: rows from the top, three bytes for each pixel in the order red, green, blue.
package struct Pixels: Sendable, Hashable {
    /// In pixels.
    package let width: Int
    /// In pixels.
    package let height: Int
    /// Exactly `width * height * 3` bytes.
    package internal(set) var bytes: [UInt8]

    /// A picture of one grey, white at first.
    init(width: Int, height: Int, grey: UInt8 = 255) {
        self.init(width: width, height: height, bytes: [UInt8](repeating: grey, count: width * height * 3))
    }

    init(width: Int, height: Int, bytes: [UInt8]) {
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    /// Red, green and blue of a pixel, which must be inside the picture.
    package subscript(x: Int, y: Int) -> [UInt8] {
        let offset = (y * width + x) * 3
        return Array(bytes[offset..<offset + 3])
    }
}
