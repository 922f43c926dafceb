/// A picture with transparent parts, as it looks on white and on black. The difference of the two is what shines through.
struct ClearPixels {
    /// Both have the same size.
    let onWhite: Pixels
    let onBlack: Pixels

    init(onWhite: Pixels, onBlack: Pixels) { (self.onWhite, self.onBlack) = (onWhite, onBlack) }

    /// - Parameter parts: four bytes for each pixel: red, green, blue, and how opaque it is.
    init(width: Int, height: Int, parts: [UInt8]) {
        var (white, black) = (Pixels(width: width, height: height), Pixels(width: width, height: height, grey: 0))
        for pixel in 0..<width * height {
            let (from, to) = (pixel * 4, pixel * 3)
            let opaque = Int(parts[from + 3])
            for part in 0..<3 {
                let own = (Int(parts[from + part]) * opaque + 127) / 255
                black.bytes[to + part] = UInt8(own)
                white.bytes[to + part] = UInt8(own + 255 - opaque)
            }
        }
        self.init(onWhite: white, onBlack: black)
    }

    /// Whether nothing shines through.
    var isOpaque: Bool { onWhite == onBlack }

    /// The same for both.
    func map(_ change: (Pixels) -> Pixels) -> ClearPixels {
        ClearPixels(onWhite: change(onWhite), onBlack: change(onBlack))
    }

    /// Four bytes for each pixel: red, green, blue, and how opaque it is.
    var parts: [UInt8] {
        let (white, black) = (onWhite.bytes, onBlack.bytes)
        var parts = [UInt8](repeating: 0, count: black.count / 3 * 4)
        for pixel in 0..<black.count / 3 {
            let (from, to) = (pixel * 3, pixel * 4)
            // Of the three differences the smallest: no colour is over 255 then.
            func difference(_ part: Int) -> Int { max(0, Int(white[from + part]) - Int(black[from + part])) }
            let opaque = 255 - min(difference(0), difference(1), difference(2))
            guard opaque > 0 else { continue }
            for part in 0..<3 {
                parts[to + part] = UInt8(min(255, (Int(black[from + part]) * 255 + opaque / 2) / opaque))
            }
            parts[to + 3] = UInt8(opaque)
        }
        return parts
    }
}
