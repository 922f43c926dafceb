/// Shares the width of a column set among its columns.
enum ColumnLayout {
    /// A column whose content needs more is not made narrower than this.
    private static let floor = 10

    /// The width of each column; `natural` holds what the content of each would need.
    ///
    /// Columns of a known size come first, the widest giving way when room is short; the others share the rest by
    /// weight. `room` is without gaps. Nil when the columns do not fit side by side.
    static func widths(_ columns: [CardColumn.Width], natural: [Int], room: Int) -> [Int]? {
        let sizes = zip(columns, natural).map { width, natural in size(width, natural: natural) }
        let weights = weights(of: columns)
        let minima = zip(sizes, natural).map { size, natural in min(size ?? max(natural, 1), floor) }
        guard minima.reduce(0, +) <= room else { return nil }
        let flexibleMinima = zip(minima, weights).map { $1 > 0 ? $0 : 0 }
        let reserved = flexibleMinima.reduce(0, +)
        let cap = cap(sizes.compactMap { $0 }, within: room - reserved)
        let fixed = sizes.map { size in size.map { min($0, cap) } }
        let rest = room - fixed.reduce(0) { $0 + ($1 ?? 0) }
        var shares = share(rest, by: weights)
        if zip(shares, flexibleMinima).contains(where: <) {
            shares = zip(flexibleMinima, share(rest - reserved, by: weights)).map(+)
        }
        return zip(fixed, shares).map { $0 ?? $1 }
    }

    /// The room at which no column is narrower than its content needs, or `limit` if that is less.
    static func room(_ columns: [CardColumn.Width], natural: [Int], limit: Int) -> Int {
        let weights = weights(of: columns)
        let total = weights.reduce(0, +)
        var fixed = 0
        var flexible = 0.0
        for (index, weight) in weights.enumerated() {
            if let size = size(columns[index], natural: natural[index]) {
                fixed += size
            } else {
                flexible = max(flexible, (Double(natural[index]) * total / weight).rounded(.up))
            }
        }
        return Int(min(Double(fixed) + flexible, Double(limit)))
    }

    private static func size(_ width: CardColumn.Width, natural: Int) -> Int? {
        switch width {
        case .auto: max(1, natural)
        case .pixels(let pixels): max(1, pixels / HostConfig.standard.pixelsInCell)
        case .stretch, .weight: nil
        }
    }

    /// Zero for columns of a known size; a stretching column weighs as much as the others do on average.
    private static func weights(of columns: [CardColumn.Width]) -> [Double] {
        let given = columns.compactMap { width -> Double? in
            guard case .weight(let weight) = width else { return nil }
            return bounded(weight)
        }
        let average = given.isEmpty ? 1 : given.reduce(0, +) / Double(given.count)
        return columns.map { width in
            switch width {
            case .auto, .pixels: 0
            case .stretch: average
            case .weight(let weight): bounded(weight)
            }
        }
    }

    /// Limits weights, so that their sums and quotients stay finite.
    private static func bounded(_ weight: Double) -> Double {
        min(max(weight, 0.001), 1_000_000)
    }

    /// The greatest width at which columns of these sizes fit, each cut to it.
    private static func cap(_ sizes: [Int], within room: Int) -> Int {
        var left = room
        var count = sizes.count
        for size in sizes.sorted() {
            if size * count > left { return left / count }
            left -= size
            count -= 1
        }
        return max(room, 0)
    }

    private static func share(_ room: Int, by weights: [Double]) -> [Int] {
        let total = weights.reduce(0, +)
        guard total > 0 else { return weights.map { _ in 0 } }
        var given = 0
        var sum = 0.0
        return weights.map { weight in
            sum += weight
            let end = Int((sum / total * Double(room)).rounded())
            defer { given = end }
            return end - given
        }
    }
}
