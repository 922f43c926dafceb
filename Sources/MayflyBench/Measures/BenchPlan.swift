/// The number of samples of each measurement.
package struct BenchPlan: Sendable {
    var rounds: Int
    var trips: Int
    var throughput: Duration
    var throughputWorkers: [Int]
    var deadlines: Int
    var live: Int
    var windows: Int
    var protocolWindows: [Int]
    /// Publishers of a store, and extensions of each.
    package private(set) var offers: (publishers: Int, each: Int)
    /// Bytes of a bundle that is installed.
    package private(set) var bundle: Int

    /// Enough samples for p99.
    package static let full = BenchPlan(
        rounds: 200,
        trips: 2000,
        throughput: .seconds(1),
        throughputWorkers: [1, 16, 64],
        deadlines: 100,
        live: 200,
        windows: 100,
        protocolWindows: [1, 16],
        offers: (100, 100),
        bundle: 10 * 1024 * 1024
    )

    /// A few samples, to check that every measurement works.
    package static let quick = BenchPlan(
        rounds: 3,
        trips: 50,
        throughput: .milliseconds(20),
        throughputWorkers: [1, 2],
        deadlines: 2,
        live: 4,
        windows: 2,
        protocolWindows: [1, 2],
        offers: (2, 5),
        bundle: 100 * 1024
    )
}
