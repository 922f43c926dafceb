extension Pixels {
    /// Makes the picture smaller, so that its longer side has at most `limit` pixels; the proportions stay.
    ///
    /// Each new pixel is the mean of the area that it covers, with partly covered pixels by their share, so that no
    /// part of a fine pattern is skipped. The sums are integers: a picture of one colour keeps it exactly.
    func scaled(longestSide limit: Int) -> Pixels {
        let longest = max(width, height)
        guard longest > limit else { return self }
        let newWidth = max(1, (width * limit + longest / 2) / longest)
        let newHeight = max(1, (height * limit + longest / 2) / longest)
        var result = Pixels(width: newWidth, height: newHeight)
        let columns = Self.shares(from: width, to: newWidth)
        let rows = Self.shares(from: height, to: newHeight)
        let area = UInt64(width) * UInt64(height)
        var line = [UInt64](repeating: 0, count: newWidth * 3)
        var sums = line
        bytes.withUnsafeBufferPointer { source in
            for (y, row) in rows.enumerated() {
                for index in sums.indices { sums[index] = 0 }
                for (offset, weight) in row.weights.enumerated() {
                    let start = (row.first + offset) * width * 3
                    Self.squeeze(source[start..<start + width * 3], columns, into: &line)
                    for index in sums.indices { sums[index] += line[index] * weight }
                }
                let start = y * newWidth * 3
                for index in sums.indices { result.bytes[start + index] = UInt8((sums[index] + area / 2) / area) }
            }
        }
        return result
    }

    /// The old pixels that one new pixel covers along an axis, with their shares.
    private struct Share {
        let first: Int
        /// Their sum is the number of old pixels along the axis.
        let weights: [UInt64]
    }

    /// The unit is chosen so that an old pixel has the length `new` and a new pixel the length `old`: all edges are
    /// then integers.
    private static func shares(from old: Int, to new: Int) -> [Share] {
        (0..<new).map { index in
            let (start, end) = (index * old, (index + 1) * old)
            let (first, last) = (start / new, (end - 1) / new)
            let weights = (first...last).map { UInt64(min(end, ($0 + 1) * new) - max(start, $0 * new)) }
            return Share(first: first, weights: weights)
        }
    }

    private static func squeeze(_ row: Slice<UnsafeBufferPointer<UInt8>>, _ columns: [Share], into line: inout [UInt64])
    {
        var target = 0
        for column in columns {
            var (red, green, blue) = (UInt64(0), UInt64(0), UInt64(0))
            var source = row.startIndex + column.first * 3
            for weight in column.weights {
                red += UInt64(row[source]) * weight
                green += UInt64(row[source + 1]) * weight
                blue += UInt64(row[source + 2]) * weight
                source += 3
            }
            (line[target], line[target + 1], line[target + 2]) = (red, green, blue)
            target += 3
        }
    }
}
