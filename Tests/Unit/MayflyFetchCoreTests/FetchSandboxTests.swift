import CMayflyLinux
import Foundation
import MayflyTestSupport
import Testing

@testable import MayflyFetchCore

/// What the process of requests can still do, tried in a process that has given it up in the same way.
@Suite(.enabled("this machine has no Landlock") { mayfly_landlock_version() > 0 }) struct FetchSandboxTests {
    /// Ends this process with the error of the first attempt that did not end as it must.
    private static func tryAll(in folder: String) throws -> Never {
        try FetchSandbox.enter()
        func must(_ fails: Bool, _ what: Int32, _ result: Int32) { if (result < 0) != fails { _exit(what) } }
        must(true, 10, open(folder + "/secret", O_RDONLY))
        must(true, 11, open(folder, O_RDONLY | O_DIRECTORY))
        must(true, 12, open(folder + "/new", O_WRONLY | O_CREAT, 0o600))
        must(true, 13, open(folder + "/secret", O_WRONLY))
        must(true, 14, mkdir(folder + "/made", 0o700))
        must(true, 15, unlink(folder + "/secret"))
        must(true, 16, rename(folder + "/secret", folder + "/other"))
        must(true, 17, symlink("/etc", folder + "/link"))
        must(true, 18, open("/etc/mayfly-new", O_WRONLY | O_CREAT, 0o600))
        must(true, 19, open("/dev/shm/mayfly-new", O_RDWR | O_CREAT, 0o600))
        must(true, 20, open("/proc/self/environ", O_RDONLY))
        // What names are looked up in, and certificates.
        must(false, 30, open("/etc/passwd", O_RDONLY))
        must(false, 31, open("/usr/bin/env", O_RDONLY))
        must(false, 32, socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        _exit(0)
    }

    @Test func readsNothingOfThePersonAndWritesNothing() async throws {
        let scratch = try ScratchFolder()
        try scratch.write("secret", to: "secret")
        let result = await #expect(processExitsWith: .success) { [folder = scratch.path as String] in
            try FetchSandboxTests.tryAll(in: folder)
        }
        #expect(result?.exitStatus == .exitCode(0), "see the numbers above")
        #expect(try scratch.names() == ["secret"])
    }
}
