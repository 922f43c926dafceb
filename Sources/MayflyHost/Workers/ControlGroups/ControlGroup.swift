internal import Foundation

/// The kernel's account and bounds of one worker: a folder in each hierarchy of control groups that this process may change.
///
/// The worker enters it before it does anything else; it goes with the worker.
package struct ControlGroup: Sendable {
    /// The folders, one for each hierarchy.
    let folders: [String]
    /// The file of each through which a process enters it. They are this process's to close.
    let entrances: [Int32]

    /// Closes the ways in; nobody enters any more.
    func shut() {
        for file in entrances { close(file) }
    }

    /// Whether the kernel ended a process in it because its memory was used up.
    var ranOutOfMemory: Bool {
        folders.contains { folder in
            ["memory.oom_control", "memory.events"].contains { name in
                let lines = (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)) ?? ""
                return lines.split(separator: "\n").contains { $0.hasPrefix("oom_kill ") && $0 != "oom_kill 0" }
            }
        }
    }

    /// Takes it away, once all in it have ended.
    func remove() {
        for folder in folders { rmdir(folder) }
    }
}
