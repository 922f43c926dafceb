internal import ArgumentParser
internal import Glibc
internal import MayflyHost
internal import MayflyLinux
internal import MayflyModel

/// `mayfly bench` and `mayfly soak` start the program `mayfly-bench` beside `mayfly`, so that `mayfly` links no measuring code.
private enum BenchProgram {
    /// Replaces this process by that program (execv(3)); throws when that fails.
    static func run(_ command: String, _ arguments: [String]) throws(MayflyError) {
        let program = try ExtensionHost.program("mayfly-bench")
        let error = withCStrings([program, command] + arguments) { words in
            execv(program, words)
            return errno
        }
        throw MayflyError(
            .files,
            "'mayfly \(command)' needs the program \(program): \(String(cString: strerror(error))); 'make bench' builds it"
        )
    }
}

/// `mayfly bench`: measures the host on this machine.
struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Measure launches, round trips, terminations and memory of extensions on this machine.",
        helpNames: []
    )

    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

    func run() throws { try BenchProgram.run("bench", arguments) }
}

/// `mayfly soak`: looks for leaks of the host under a long random load.
struct SoakCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "soak",
        abstract: "Run healthy and faulty extensions at random and check the host for leaks.",
        helpNames: []
    )

    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

    func run() throws { try BenchProgram.run("soak", arguments) }
}
