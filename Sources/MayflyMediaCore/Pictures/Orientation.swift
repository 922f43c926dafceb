/// How a picture must be turned to be upright; the values are those of the Exif tag Orientation (Exif 2.32, 4.6.4).
package enum Orientation: UInt16, Sendable, CaseIterable {
    case upright = 1
    case mirrored = 2
    case upsideDown = 3
    case mirroredUpsideDown = 4
    /// Rows and columns are exchanged.
    case transposed = 5
    /// The upper edge is at the left side of the stored picture; a quarter turn clockwise puts it up.
    case turnedLeft = 6
    case transversed = 7
    case turnedRight = 8

    /// Reads the tag from Exif data, which begins with a TIFF header; nil if there is none or it is invalid.
    package init?(exif bytes: ArraySlice<UInt8>) {
        let isLittle: Bool
        if bytes.starts(with: "II".utf8) {
            isLittle = true
        } else if bytes.starts(with: "MM".utf8) {
            isLittle = false
        } else {
            return nil
        }
        func number(at offset: Int, _ count: Int) -> Int? {
            let position = bytes.startIndex + offset
            guard offset >= 0, position + count <= bytes.endIndex else { return nil }
            let digits = bytes[position..<position + count]
            return isLittle ? digits.reversed().reduce(0) { $0 << 8 | Int($1) } : digits.reduce(0) { $0 << 8 | Int($1) }
        }
        guard number(at: 2, 2) == 42, let table = number(at: 4, 4), let count = number(at: table, 2) else { return nil }
        for entry in 0..<count {
            let position = table + 2 + entry * 12
            // The type 3 is a number of two bytes.
            guard let tag = number(at: position, 2) else { return nil }
            guard tag == 0x0112, number(at: position + 2, 2) == 3 else { continue }
            guard let value = number(at: position + 8, 2), let found = Self(rawValue: UInt16(value)) else { return nil }
            self = found
            return
        }
        return nil
    }
}

extension Pixels {
    /// The picture, turned upright.
    func turned(_ orientation: Orientation) -> Pixels {
        guard orientation != .upright else { return self }
        let swaps = orientation.rawValue >= 5
        var result = Pixels(width: swaps ? height : width, height: swaps ? width : height)
        for y in 0..<result.height {
            for x in 0..<result.width {
                let (right, below) = (width - 1, height - 1)
                let (column, row) =
                    switch orientation {
                    case .upright: (x, y)
                    case .mirrored: (right - x, y)
                    case .upsideDown: (right - x, below - y)
                    case .mirroredUpsideDown: (x, below - y)
                    case .transposed: (y, x)
                    case .turnedLeft: (y, below - x)
                    case .transversed: (right - y, below - x)
                    case .turnedRight: (right - y, x)
                    }
                let (from, to) = ((row * width + column) * 3, (y * result.width + x) * 3)
                for part in 0..<3 { result.bytes[to + part] = bytes[from + part] }
            }
        }
        return result
    }
}
