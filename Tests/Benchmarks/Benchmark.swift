import MayflyBench

/// One act, timed on a small and on a large amount of data in turns, so that both see the same noise of the machine.
struct Benchmark {
    /// How much data is small and how much is large.
    static let sizes = (small: 1_000, large: 100_000)

    let name: String
    let small: Series
    let large: Series

    init(_ name: String, times: Int, small: () throws -> Void, large: () throws -> Void) rethrows {
        var (few, many) = (Series(), Series())
        for _ in 0..<times {
            try few.measure(small)
            try many.measure(large)
        }
        self.name = name
        self.small = few
        self.large = many
    }

    /// How many times longer the large one takes.
    var growth: Double { large.median / max(small.median, 0.001) }
}
