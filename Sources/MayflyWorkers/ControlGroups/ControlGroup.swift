internal import Foundation
internal import MayflyLinux

/// The control group of one worker, which counts and bounds what the worker uses: a folder in each hierarchy of control groups
/// that this process may change.
///
/// The worker enters it before it does anything else. It is removed with the worker.
struct ControlGroup: Sendable {
    /// One group in each hierarchy.
    private var groups: [ControlGroupParent] = []
    /// The file of each through which a process enters it. This process closes them with `shut`.
    private(set) var entrances: [Int32] = []
    private let bounds: ControlGroups.Bounds

    /// Makes it as these groups. Where that cannot be done, it throws the reason and leaves nothing.
    init(at groups: [ControlGroupParent], within bounds: ControlGroups.Bounds) throws(ControlGroups.Unavailable) {
        self.bounds = bounds
        do throws(ControlGroups.Unavailable) {
            for group in groups {
                try group.make()
                self.groups.append(group)
                try group.bound(to: bounds)
                entrances.append(try group.entrance())
            }
        } catch {
            shut()
            remove()
            throw error
        }
    }

    /// Sets other bounds than it was made with. Where the kernel refuses them, the old ones stay.
    func bound(to bounds: ControlGroups.Bounds) {
        guard bounds != self.bounds else { return }
        for group in groups { try? group.bound(to: bounds) }
    }

    /// Closes the entrances: no process enters any more.
    func shut() {
        for file in entrances { close(file) }
    }

    /// Whether the kernel ended a process in it because its memory was used up.
    var ranOutOfMemory: Bool {
        groups.contains { group in
            ["memory.oom_control", "memory.events"].contains { name in
                KernelFile.lines(of: "\(group.folder)/\(name)").contains {
                    $0.hasPrefix("oom_kill ") && $0 != "oom_kill 0"
                }
            }
        }
    }

    /// Removes it, once all processes in it have ended; after this call.
    func remove() {
        let groups = groups
        ControlGroups.queue.async { for group in groups where !group.remove() { group.removeWhenEmpty() } }
    }
}
