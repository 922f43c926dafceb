internal import MayflyHost
internal import MayflyModel

/// What a process has after its first twenty changes of style, and after a hundred.
struct Growth: Sendable {
    var steps = Steps()
    var readings: (before: ProcessReadings, after: ProcessReadings)?

    private static let times = 50
    private static let warmUp = 10

    static func make(_ stage: Stage) async throws -> Growth {
        let log = RunLog()
        var run = try await stage.window(of: "alice", log) { window in
            var run = Growth()
            run.readings = try await run.steps.take("change") {
                try await window.open(stage.bundle)
                guard let process = log.process else {
                    throw MayflyError(.internalFault, "the process of the extension is not known")
                }
                var before = ProcessReadings(of: process)
                for turn in 0..<times {
                    if turn == warmUp { before = ProcessReadings(of: process) }
                    try await window.changeStyle(to: .expanded)
                    try await window.changeStyle(to: .compact)
                }
                return (before, ProcessReadings(of: process))
            }
            try? await window.closeExtension()
            return run
        }
        run.steps.judgeEnds(of: log, named: stage.bundle.manifest.name)
        return run
    }
}
