/// The upper bounds of a figure, as multiples of its floor in the same run. Absolute times say more about the machine than
/// about the host, so there are no bounds on them.
package struct Target: Sendable {
    package enum Rule: Sendable, Equatable {
        /// The median is at most this multiple of the floor's median.
        case median(Double)
        /// The p95 is at most this multiple of the floor's p95.
        case p95(Double)
    }

    let rules: [Rule]

    package static func floors(_ factor: Double) -> Target { Target(rules: [.median(factor)]) }

    package func andP95(_ factor: Double) -> Target { Target(rules: rules + [.p95(factor)]) }

    /// Whether a rule is broken; no rule is without a floor.
    func isMissed(by series: Series, floor: Series?) -> Bool {
        guard let floor else { return false }
        return rules.contains { rule in
            switch rule {
            case .median(let factor): series.median > floor.median * factor
            case .p95(let factor): series.p95 > floor.p95 * factor
            }
        }
    }

    var text: String {
        rules.map { rule in
            switch rule {
            case .median(let factor): "<= \(Self.plain(factor)) x floor"
            case .p95(let factor): "p95 <= \(Self.plain(factor)) x floor's"
            }
        }
        .joined(separator: ", ")
    }

    private static func plain(_ factor: Double) -> String {
        factor == factor.rounded() ? "\(Int(factor))" : "\(factor)"
    }
}
