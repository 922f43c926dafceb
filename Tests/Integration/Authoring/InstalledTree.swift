import Foundation
import MayflyTestSupport
import Testing

/// What `make install` puts below a prefix, made of the programs beside the tests. One tree serves all tests of a run.
struct InstalledTree: Sendable {
    let prefix: String

    static var shared: InstalledTree { get throws { try made.get() } }

    private static let made = Result {
        atexit { try? FileManager.default.removeItem(atPath: InstalledTree.sharedPrefix) }
        let run = try make(prefix: sharedPrefix)
        try #require(run.status == 0, "\(run.output)")
        return InstalledTree(prefix: sharedPrefix)
    }

    private static let sharedPrefix = NSTemporaryDirectory() + "mayfly-installed-\(getpid())"

    /// Runs the rule behind `make install`, which itself would build a release first.
    static func make(prefix: String, programs: String = Bundle.main.bundlePath, _ more: String...) throws -> Program {
        let make = ["make", "-C", Checkout.folder.path, "installed", "BIN=\(programs)", "PREFIX=\(prefix)"]
        return try Program(make + more, takesErrors: true)
    }

    var command: String { prefix + "/bin/mayfly" }

    /// What an author adds to the environment, and where the tools of languages keep what they can use again.
    var variables: [String: String] {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return [
            "PATH": "\(prefix)/bin:\(path)", "PKG_CONFIG_PATH": prefix + "/lib/pkgconfig",
            "GOCACHE": Bundle.main.bundlePath + "/test-libraries/go",
            "HOME": ProcessInfo.processInfo.environment["HOME"] ?? NSTemporaryDirectory(),
        ]
    }

    /// Runs a program in a folder, as an author does.
    func run(_ command: [String], in folder: String, adding more: [String: String] = [:]) throws -> Program {
        // Threads of tests have signals blocked, programs inherit that, and CMake would wait for its children for ever.
        var (children, before) = (sigset_t(), sigset_t())
        sigemptyset(&children)
        sigaddset(&children, SIGCHLD)
        pthread_sigmask(SIG_UNBLOCK, &children, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        return try Program(command, in: folder, adding: variables.merging(more) { $1 }, takesErrors: true)
    }

    /// Whether a program is on `PATH`.
    static func has(_ program: String) -> Bool {
        (try? Program(["sh", "-c", "command -v \(program)"]))?.status == 0
    }
}
