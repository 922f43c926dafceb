/// Measures what the host costs, and what the machine's floor under it is, in turns, so that noise meets both.
package struct Bench {
    let stage: BenchStage
    let plan: BenchPlan
    let floor: Floor
    private let wanted: @Sendable (String) -> Bool
    private let report: (Figure) -> Void

    /// - Parameters:
    ///   - wanted: which groups are measured: `launch`, `window`, `trip`, `throughput`, `deadline`, `memory`, `growth`.
    ///   - report: takes each figure as soon as it is there.
    package init(
        _ plan: BenchPlan,
        wanted: @escaping @Sendable (String) -> Bool = { _ in true },
        report: @escaping (Figure) -> Void
    ) throws {
        stage = try BenchStage()
        self.plan = plan
        self.wanted = wanted
        self.report = report
        floor = try Floor(library: BenchPlugin.c.library)
    }

    /// The groups in the order in which they are measured.
    package static let groups = ["launch", "trip", "throughput", "deadline", "memory", "growth", "window"]

    package func run() async throws {
        if wanted("launch") { try await measureLaunches().forEach(report) }
        if wanted("trip") { try await measureTrips().forEach(report) }
        if wanted("throughput") { try await measureThroughput().forEach(report) }
        if wanted("deadline") { try await measureDeadlines().forEach(report) }
        if wanted("memory") { try await measureMemory().forEach(report) }
        if wanted("growth") { try await measureGrowth().forEach(report) }
        if wanted("window") { try await measureWindows().forEach(report) }
    }
}
