extension Pixels {
    /// The pixels of a picture with transparent parts, from what it looks like on white and on black: four bytes for each pixel, the
    /// last of them how opaque it is. Both have three bytes for each of the same pixels.
    ///
    /// The difference of the two is what shines through.
    static func withTransparency(white: [UInt8], black: [UInt8]) -> [UInt8] {
        let count = min(white.count, black.count) / 3
        var result = [UInt8](repeating: 0, count: count * 4)
        for pixel in 0..<count {
            let (from, to) = (pixel * 3, pixel * 4)
            // Of the three parts the one that shows the least through: the colour of no part is over 255 then.
            let clear = (from..<from + 3).map { max(0, Int(white[$0]) - Int(black[$0])) }.min() ?? 0
            let opaque = 255 - clear
            guard opaque > 0 else { continue }
            for part in 0..<3 { result[to + part] = UInt8(min(255, (Int(black[from + part]) * 255 + opaque / 2) / opaque)) }
            result[to + 3] = UInt8(opaque)
        }
        return result
    }
}
