import Foundation
import MayflyBench

/// Prints benchmarks as a table or as JSON, one object a line.
struct Report {
    let isJSON: Bool

    func heading() {
        guard !isJSON else { return }
        let columns = ["n", "median 1,000", "p95", "median 100,000", "p95", "growth"]
        print(pad("", 46, left: true) + columns.map { pad($0, 16) }.joined())
    }

    func add(_ benchmark: Benchmark) {
        let (small, large) = (benchmark.small, benchmark.large)
        guard !isJSON else {
            let object: [String: Any] = [
                "name": benchmark.name, "n": small.count, "growth": benchmark.growth,
                "small": ["items": Benchmark.sizes.small, "median_us": us(small.median), "p95_us": us(small.p95)],
                "large": ["items": Benchmark.sizes.large, "median_us": us(large.median), "p95_us": us(large.p95)],
            ]
            let data = try? JSONSerialization.data(withJSONObject: object, options: .sortedKeys)
            print(String(decoding: data ?? Data(), as: UTF8.self))
            return
        }
        let cells =
            ["\(small.count)"] + [small.median, small.p95, large.median, large.p95].map(text)
            + [String(format: "%.2f x", benchmark.growth)]
        print(pad(benchmark.name, 46, left: true) + cells.map { pad($0, 16) }.joined())
    }

    private func us(_ microseconds: Double) -> Double { (microseconds * 10).rounded() / 10 }

    private func text(_ value: Double) -> String {
        value < 1000 ? String(format: "%.0f µs", value) : String(format: "%.2f ms", value / 1000)
    }

    private func pad(_ text: String, _ width: Int, left: Bool = false) -> String {
        let blank = String(repeating: " ", count: max(0, width - text.count))
        return left ? text + blank : blank + text
    }
}
