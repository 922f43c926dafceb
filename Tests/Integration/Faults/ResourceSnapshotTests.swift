import CMayflyLinux
import Foundation
import MayflyBench
import MayflyLinux
import Testing

/// The census finds what is left, or the tests that rest on it prove nothing.
@Suite struct ResourceSnapshotTests {
    @Test func everyKindOfThingThatIsLeftIsFound() throws {
        let home = NSTemporaryDirectory() + "mayfly-census-\(UUID())"
        try FileManager.default.createDirectory(atPath: home + "/private/own", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: home) }
        func look() -> ResourceSnapshot {
            ResourceSnapshot(of: getpid(), home: home, bundle: home + "/none", sparing: home + "/private/own")
        }
        let before = look()
        let (child, grandchild) = try Self.startFamily()
        defer {
            for process in [child, grandchild] { kill(process, SIGKILL) }
            waitpid(child, nil, 0)
        }
        for name in ["left", "private/own/kept"] { try Data().write(to: URL(filePath: home + "/" + name)) }
        let file = open(home + "/left", O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        let found = look().additions(to: before)
        #expect(found.contains("process \(child)"))
        #expect(found.contains("process \(grandchild)"))
        #expect(found.contains("descriptor \(file) \(home)/left"))
        #expect(found.contains("file \(home)/left, 0 bytes"))
        // By its path, because the tests beside this one may have files of that name open.
        #expect(!found.contains { $0.contains("private/own/kept") })
    }

    /// A shell, and a process below it.
    private static func startFamily() throws -> (child: pid_t, grandchild: pid_t) {
        var ends: [Int32] = [-1, -1]
        try #require(mayfly_pipe(&ends) == 0)
        _ = fcntl(ends[0], F_SETFL, 0)
        defer { for end in ends { close(end) } }
        var child: pid_t = 0
        let status = withCStrings(["sh", "-c", "sleep 600 & echo $!; wait"]) { arguments in
            withCStrings(["PATH=/usr/bin:/bin"]) { environment in
                let inherit = [mayfly_inherit(from: ends[1], to: 1)]
                return mayfly_spawn(&child, "/bin/sh", arguments, environment, inherit, 1)
            }
        }
        try #require(status == 0)
        var line = [UInt8](repeating: 0, count: 20)
        let count = read(ends[0], &line, line.count)
        let digits = String(decoding: line.prefix(max(count, 0)), as: UTF8.self).filter(\.isNumber)
        return (child, try #require(pid_t(digits)))
    }
}
