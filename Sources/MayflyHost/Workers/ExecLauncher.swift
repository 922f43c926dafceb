internal import CMayflyLinux
internal import Glibc
package import MayflyModel

/// Starts each worker as a new program, with posix_spawn.
package struct ExecLauncher: WorkerLauncher {
    private let program: String

    /// Takes the path of the `mayfly-worker` program.
    package init(program: String) { self.program = program }

    package func launch(_ files: WorkerFiles) throws(MayflyError) -> LaunchedProcess {
        let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard null >= 0 else { throw MayflyError(.launchFailed, "/dev/null cannot be opened") }
        defer { close(null) }
        let inherit = [
            mayfly_inherit(from: null, to: 0),
            mayfly_inherit(from: files.output, to: 1),
            mayfly_inherit(from: files.output, to: 2),
            mayfly_inherit(from: files.control, to: 3),
            mayfly_inherit(from: files.completions, to: 4),
            mayfly_inherit(from: files.library, to: 5),
        ]
        var process: pid_t = 0
        let status = withCStrings([program, "\(getpid())"]) { arguments in
            withCStrings(Self.environment) { environment in
                mayfly_spawn(&process, program, arguments, environment, inherit, inherit.count)
            }
        }
        guard status == 0 else {
            throw MayflyError(.launchFailed, "\(program) cannot be started: \(String(cString: strerror(-status)))")
        }
        let descriptor = mayfly_pidfd_open(process)
        guard descriptor >= 0 else {
            // Nobody has waited for it yet, so the number still means this child.
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
            throw MayflyError(.launchFailed, "the worker process cannot be watched: this kernel has no pidfd_open")
        }
        return LaunchedProcess(id: process, descriptor: descriptor)
    }

    /// All that a worker is told of its surroundings. The Swift runtime's own crash reporter is off: it holds a crash
    /// for milliseconds and prints memory; the host says what happened. Nor may a Rust panic resolve symbols.
    private static let environment = [
        "PATH=/usr/bin:/bin", "LANG=C.UTF-8", "SWIFT_BACKTRACE=enable=no", "RUST_BACKTRACE=0",
    ]
}

/// Lends the texts as a NULL-terminated array of C strings.
private func withCStrings<Result>(
    _ texts: [String],
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) }
    pointers.append(nil)
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers)
}
