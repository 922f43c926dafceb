internal import ArgumentParser
internal import Glibc
internal import MayflyHost
internal import MayflyModel

/// `mayfly bench` and `mayfly soak` are in a program of their own, `mayfly-bench`: nobody who uses extensions needs it.
enum BenchProgram {
    /// Goes on as that program. Returns only by an error.
    static func run(_ command: String, _ arguments: [String]) throws(MayflyError) {
        let program = ExtensionHost.programFolder + "/mayfly-bench"
        let words = [program, command] + arguments
        var pointers = words.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        execv(program, &pointers)
        throw MayflyError(
            .files,
            "'mayfly \(command)' needs the program \(program): \(String(cString: strerror(errno))); 'make bench' builds it"
        )
    }
}

/// `mayfly bench`: what the host costs on this machine.
struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Measure launches, round trips, ends and memory of extensions on this machine.",
        helpNames: []
    )

    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

    func run() throws { try BenchProgram.run("bench", arguments) }
}

/// `mayfly soak`: whether the host stays as it is, however much goes on in it.
struct SoakCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "soak",
        abstract: "Run healthy and faulty extensions at random, and see whether the host grows or loses anything.",
        helpNames: []
    )

    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

    func run() throws { try BenchProgram.run("soak", arguments) }
}
