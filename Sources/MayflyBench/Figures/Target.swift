/// The upper bounds of a figure, on its median or its p99.
package struct Target: Sendable {
    package enum Rule: Sendable, Equatable {
        /// Below this value, in the figure's unit.
        case median(Double)
        case p99(Double)
        /// At most this multiple of the floor.
        case floors(Double)
    }

    let rules: [Rule]

    static func below(_ value: Double) -> Target { Target(rules: [.median(value)]) }
    static func p99(below value: Double) -> Target { Target(rules: [.p99(value)]) }
    static func floors(_ factor: Double) -> Target { Target(rules: [.floors(factor)]) }

    func and(_ other: Target) -> Target { Target(rules: rules + other.rules) }

    /// Whether a rule is broken. Without a floor, rules on ratios are not checked.
    func isMissed(by series: Series, floor: Double?) -> Bool {
        rules.contains { rule in
            switch rule {
            case .median(let limit): series.median >= limit
            case .p99(let limit): series.p99 >= limit
            case .floors(let factor): floor.map { series.median > $0 * factor } ?? false
            }
        }
    }

    func text(in unit: Figure.Unit) -> String {
        rules.map { rule in
            switch rule {
            case .median(let limit): "< \(unit.text(limit))"
            case .p99(let limit): "p99 < \(unit.text(limit))"
            case .floors(let factor): "<= \(unit.plain(factor)) x floor"
            }
        }
        .joined(separator: ", ")
    }
}
