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
    func run(_ command: [String], in folder: String) throws -> Program {
        try Program(command, in: folder, adding: variables, takesErrors: true)
    }
}
