internal import MayflyABI

/// The samples of one quantity; durations in microseconds.
package struct Series: Sendable {
    private var values: [Double] = []

    package init(_ values: [Double] = []) { self.values = values }

    package init(_ durations: [Duration]) { values = durations.map(\.inMicroseconds) }

    package mutating func add(_ value: Double) { values.append(value) }

    package mutating func add(_ duration: Duration) { values.append(duration.inMicroseconds) }

    package mutating func add(_ durations: [Duration]) { values += durations.map(\.inMicroseconds) }

    /// Times one call and adds the sample.
    package mutating func measure<Value>(_ act: () throws -> Value) rethrows -> Value {
        let start = Stopwatch()
        let value = try act()
        add(start.elapsed)
        return value
    }

    package var count: Int { values.count }
    package var median: Double { quantile(0.5) }
    package var p95: Double { quantile(0.95) }
    package var p99: Double { quantile(0.99) }

    /// The quantile; 0 without samples.
    private func quantile(_ part: Double) -> Double {
        guard !values.isEmpty else { return 0 }
        return values.sorted()[min(values.count - 1, Int(Double(values.count) * part))]
    }
}
