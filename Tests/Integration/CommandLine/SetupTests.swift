import Foundation
import MayflyTestSupport
import Testing

/// What `make run` and `make web` do first: say which packages are missing and install them, and build no more than they need.
@Suite struct SetupTests {
    /// Runs `.ci/setup` where only these programs and a few of the system are found. `apt-get` writes down what it is asked for.
    private static func setUp(_ programs: [String]) throws -> (run: Program, asked: String) {
        let folder = try ScratchFolder()
        let (bin, log) = (folder.at("bin"), folder.at("asked"))
        try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
        for name in ["sh", "uname", "id", "dirname", "python3"] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(bin)/\(name)",
                withDestinationPath: FileManager.default.fileExists(atPath: "/bin/\(name)")
                    ? "/bin/\(name)" : "/usr/bin/\(name)"
            )
        }
        for name in programs { try writeScript("#!/bin/sh\nexit 0\n", to: "\(bin)/\(name)") }
        for name in ["apt-get", "sudo"] {
            try writeScript("#!/bin/sh\necho \"$@\" >> '\(log)'\n", to: "\(bin)/\(name)")
        }
        let run = try Program(
            ["/bin/sh", Checkout.folder.path + "/.ci/setup"],
            adding: ["PATH": bin],
            takesErrors: true
        )
        return (run, (try? String(contentsOfFile: log, encoding: .utf8)) ?? "")
    }

    @Test func withoutSwiftItSaysWhatIsNeeded() throws {
        let (run, asked) = try Self.setUp([])
        #expect(run.status != 0 && asked.isEmpty)
        #expect(run.output == "mayfly: Swift 6.3 or newer is needed: install it from swift.org and put it on PATH\n")
    }

    @Test func whatIsMissingIsNamedAndInstalled() throws {
        let (run, asked) = try Self.setUp(["swift", "c++"])
        #expect(run.status == 0, "\(run.output)")
        #expect(run.output.hasPrefix("mayfly: installing with apt: pkg-config gcc"), "\(run.output)")
        let install = try #require(asked.split(separator: "\n").first { $0.contains("install") })
        #expect(install.contains(" pkg-config gcc") && !install.contains("g++"))
        // What draws pictures at a terminal is used where it is there, and not asked for.
        #expect(!install.contains("chafa"))
    }

    @Test func nothingIsInstalledWhereEverythingIsThere() throws {
        let (run, asked) = try Self.setUp(["swift", "pkg-config", "cc", "c++"])
        #expect(run.status == 0 && run.output.isEmpty && asked.isEmpty, "\(run.output)")
    }

    /// The page's server is built by `make web`, and not by `make run`.
    @Test(arguments: [("run", false), ("web", true)]) func eachCommandBuildsWhatItRuns(build: String, hasPage: Bool)
        throws
    {
        // The build folder belongs to whoever runs the tests.
        let scratch = try ScratchFolder()
        let package = ["swift", "package", "--package-path", Checkout.folder.path, "--scratch-path", scratch.path]
        let described = try Program(
            package + ["dump-package"],
            adding: ["MAYFLY_BUILD": build]
        )
        try #require(described.status == 0)
        let manifest = try JSONSerialization.jsonObject(with: Data(described.output.utf8)) as? [String: Any]
        let targets = (manifest?["targets"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
        for program in ["mayfly", "mayfly-store", "mayfly-fetch", "mayfly-portal"] {
            #expect(targets.contains(program), "\(program)")
        }
        #expect(targets.contains("mayfly-web") == hasPage && targets.contains("MayflyWeb") == hasPage)
    }
}
