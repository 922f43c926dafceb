/// Characters of an expression.
struct PatternSet: Sendable {
    /// In order, and with gaps between them: the same set has the same ranges, however it is written.
    let ranges: [ClosedRange<UInt32>]

    /// - Parameter ranges: in any order; they may overlap.
    init(_ ranges: [ClosedRange<UInt32>]) {
        var merged: [ClosedRange<UInt32>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound <= last.upperBound + 1 {
                merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        self.ranges = merged
    }

    init(_ scalar: UInt32) { ranges = [scalar...scalar] }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < scalar.value { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].contains(scalar.value)
    }

    static let digits = PatternSet([0x30...0x39])
    static let words = PatternSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    static let spaces = PatternSet([
        0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
        0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
    ])
    static let lineEnds = PatternSet([0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029])

    /// All other characters.
    var negated: PatternSet {
        var free: [ClosedRange<UInt32>] = []
        var next: UInt32 = 0
        for range in ranges {
            if range.lowerBound > next { free.append(next...(range.lowerBound - 1)) }
            next = range.upperBound + 1
        }
        return PatternSet(next <= 0x10FFFF ? free + [next...0x10FFFF] : free)
    }

    /// The only character; nil where there are more or none.
    var single: UInt32? { ranges.count == 1 && ranges[0].count == 1 ? ranges[0].lowerBound : nil }
}
