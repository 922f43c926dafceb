/// The times of one act, taken many times.
struct Series {
    private var samples: [Duration] = []

    /// Takes one time.
    mutating func measure<Value>(_ act: () throws -> Value) rethrows -> Value {
        let start = ContinuousClock.now
        let value = try act()
        samples.append(start.duration(to: .now))
        return value
    }

    var count: Int { samples.count }
    var median: Duration { quantile(0.5) }
    var p95: Duration { quantile(0.95) }

    private func quantile(_ part: Double) -> Duration {
        guard !samples.isEmpty else { return .zero }
        return samples.sorted()[min(samples.count - 1, Int(Double(samples.count) * part))]
    }
}

extension Duration {
    var microseconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) * 1e6 + Double(attoseconds) / 1e12
    }
}
