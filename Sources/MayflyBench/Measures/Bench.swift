/// Measures the host and the bare C program `bench-floor` alternately, so that noise of the machine affects both.
package struct Bench {
    let stage: BenchStage
    let plan: BenchPlan
    let floor: Floor
    private let wanted: @Sendable (String) -> Bool

    /// - Parameter wanted: which of `groups` are measured.
    package init(_ plan: BenchPlan, wanted: @escaping @Sendable (String) -> Bool = { _ in true }) throws {
        stage = try BenchStage()
        self.plan = plan
        self.wanted = wanted
        floor = try Floor(library: try BenchPlugin.c.library)
    }

    /// The groups in the order in which they are measured.
    package static let groups = [
        "launch", "cold", "trip", "throughput", "deadline", "memory", "growth", "window", "permission",
        "protocol", "store",
    ]

    package func run() async throws -> [Figure] { try await stage.whileUsed { try await measure() } }

    private func measure() async throws -> [Figure] {
        var figures: [Figure] = []
        if wanted("launch") { figures += try await measureLaunches() }
        if wanted("cold") { figures += try await measureColdLaunches() }
        if wanted("trip") { figures += try await measureTrips() }
        if wanted("throughput") { figures += try await measureThroughput() }
        if wanted("deadline") { figures += try await measureDeadlines() }
        if wanted("memory") { figures += try await measureMemory() }
        if wanted("growth") { figures += try await measureGrowth() }
        if wanted("window") { figures += try await measureWindows() }
        if wanted("permission") { figures += try await measurePermissions() }
        if wanted("protocol") { figures += try await measureProtocol() }
        if wanted("store") { figures += try measureStores() }
        return figures
    }
}
