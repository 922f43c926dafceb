internal import ArgumentParser

/// `mayfly bench`: measures the host on this machine.
struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Measure launches, round trips, terminations and memory of extensions on this machine.",
        helpNames: []
    )

    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

    func run() throws { try OwnProgram.run("mayfly-bench", "bench", arguments, builtBy: "make bench") }
}

/// `mayfly soak`: looks for leaks of the host under a long random load.
struct SoakCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "soak",
        abstract: "Run healthy and faulty extensions at random and check the host for leaks.",
        helpNames: []
    )

    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

    func run() throws { try OwnProgram.run("mayfly-bench", "soak", arguments, builtBy: "make bench") }
}
