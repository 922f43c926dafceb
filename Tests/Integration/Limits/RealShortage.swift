import Foundation
import MayflyTestSupport
import Testing

/// A process that has to wait for memory, in a control group of its own that has too little for it: the kernel counts that as a
/// shortage of the machine. All of it is gone with this value.
final class RealShortage {
    /// Where hierarchies of the first version have their memory controller.
    private static let hierarchy = "/sys/fs/cgroup/memory"

    /// Whether this process may make one.
    static var isPossible: Bool {
        access(hierarchy + "/memory.limit_in_bytes", F_OK) == 0 && access(hierarchy, W_OK) == 0
    }

    private let group = "\(hierarchy)/mayfly-shortage-\(getpid())"
    private let folder = NSTemporaryDirectory() + "mayfly-shortage-\(UUID())"
    private let process = Process()

    /// Begins at once.
    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        try FileManager.default.createDirectory(atPath: group, withIntermediateDirectories: false)
        try Data("\(32 << 20)".utf8).write(to: URL(filePath: group + "/memory.limit_in_bytes"), options: [])
        // Written past the cache: pages that are there already would be another group's.
        try run("dd", ["if=/dev/zero", "of=\(folder)/large", "bs=1M", "count=256", "oflag=direct", "status=none"])
        process.executableURL = URL(filePath: try PluginWorkshop.program("thrash"))
        process.arguments = [group + "/tasks", folder + "/large"]
        try process.run()
    }

    deinit {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        // The kernel lets go of a process a moment after it was reaped.
        try? blockUntil { rmdir(group) == 0 || errno != EBUSY }
        try? FileManager.default.removeItem(atPath: folder)
    }
}
