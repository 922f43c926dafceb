internal import Foundation
package import MayflyModel

/// One measured quantity.
package struct Figure: Sendable {
    package enum Unit: String, Sendable {
        case microseconds = "us"
        case kibibytes = "kib"
        case perSecond = "per_s"
        case count
    }

    /// Stable; made of words with dots between them.
    package let name: String
    package let unit: Unit
    package let series: Series
    /// The least that this machine needs for the same, in the same unit; for growth, the figure's own beginning.
    package let floor: Series?
    package let target: Target?

    package init(
        _ name: String,
        _ series: Series,
        in unit: Unit = .microseconds,
        floor: Series? = nil,
        target: Target? = nil
    ) {
        self.name = name
        self.unit = unit
        self.series = series
        self.floor = floor
        self.target = target
    }

    /// One sample of memory.
    package init(_ name: String, kibibytes: Double) { self.init(name, Series([kibibytes]), in: .kibibytes) }

    package var ratio: Double? { floor.flatMap { $0.median > 0 ? series.median / $0.median : nil } }

    package var isMissed: Bool { target?.isMissed(by: series, floor: floor) ?? false }

    /// The object of `mayfly bench --json`. Its numbers are named by the unit, such as `median_us`.
    package var json: JSONValue {
        .object([
            "name": .text(name),
            "median_\(unit.rawValue)": Self.number(series.median),
            "p95_\(unit.rawValue)": Self.number(series.p95),
            "p99_\(unit.rawValue)": Self.number(series.p99),
            "n": .number(series.count),
            "floor": floor.map { Self.number($0.median) } ?? .null,
            "ratio": ratio.map(Self.number) ?? .null,
            "target": target.map { .text($0.text) } ?? .null,
            "missed": target == nil ? .null : .boolean(isMissed),
        ])
    }

    /// The cells of a table for people.
    package var cells: [String] {
        [
            name, unit.text(series.median), unit.text(series.p95), unit.text(series.p99), "\(series.count)",
            floor.map { unit.text($0.median) } ?? "", ratio.map { String(format: "%.2f", $0) } ?? "",
            target?.text ?? "", target == nil ? "" : isMissed ? "\u{2717} missed" : "\u{2713}",
        ]
    }

    package static let columns = ["figure", "median", "p95", "p99", "n", "floor", "ratio", "target", ""]

    static func number(_ value: Double) -> JSONValue {
        JSONNumber(String(format: "%.2f", value)).map(JSONValue.number) ?? .null
    }
}

extension Figure.Unit {
    func text(_ value: Double) -> String {
        switch self {
        case .microseconds where value < 100: String(format: "%.1f µs", value)
        case .microseconds where value < 10_000: String(format: "%.0f µs", value)
        case .microseconds: String(format: "%.1f ms", value / 1000)
        case .kibibytes: "\(plain(value)) KiB"
        case .perSecond: "\(plain(value))/s"
        case .count: plain(value)
        }
    }

    func plain(_ value: Double) -> String {
        value == value.rounded() ? String(format: "%.0f", value) : String(format: "%.1f", value)
    }
}
