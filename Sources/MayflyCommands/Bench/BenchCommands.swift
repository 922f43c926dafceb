internal import ArgumentParser

/// `mayfly bench`: measures the host on this machine.
struct BenchCommand: HandedOverCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Measure launches, round trips, terminations and memory of extensions on this machine."
    )
    static let program = OwnProgram.bench
}

/// `mayfly soak`: looks for leaks of the host under a long random load.
struct SoakCommand: HandedOverCommand {
    static let configuration = CommandConfiguration(
        commandName: "soak",
        abstract: "Run healthy and faulty extensions at random and check the host for leaks."
    )
    static let program = OwnProgram.bench
}
