internal import MayflyHost
internal import MayflyModel

/// What a process has after its first changes of style, and after a hundred.
struct Growth: Sendable {
    var steps = Steps()
    var readings: (before: ProcessReadings, after: ProcessReadings)?

    private static let times = 50
    private static let warmUp = 10

    static func make(_ stage: Stage) async throws -> Growth {
        let log = RunLog()
        return try await stage.window(of: "alice", log) { window in
            var run = Growth()
            _ = try await run.steps.take("open") { try await window.open(stage.bundle) }
            guard let process = log.process else {
                run.steps.leaveOut("change", "its process is not known")
                return run
            }
            let readings = try await run.steps.take("change") {
                var before: ProcessReadings?
                for turn in 0..<times {
                    if turn == warmUp { before = ProcessReadings(of: process) }
                    try await window.changeStyle(to: .expanded)
                    try await window.changeStyle(to: .compact)
                }
                return (before ?? ProcessReadings(of: process), ProcessReadings(of: process))
            }
            run.readings = readings
            try? await window.closeExtension()
            return run
        }
    }
}
