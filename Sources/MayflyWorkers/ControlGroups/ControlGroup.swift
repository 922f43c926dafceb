internal import Foundation
internal import MayflyLinux

/// The control group of one worker, which measures and limits what the worker uses: a folder in each hierarchy of
/// control groups that this process may change.
///
/// The worker enters it before anything else, and it is removed when the worker has ended.
struct ControlGroup: Sendable {
    /// One group in each hierarchy.
    private var groups: [ControlGroupFolder] = []
    /// The open file of each folder with which a process enters the group. `shut` closes them in this process.
    private(set) var entrances: [Int32] = []
    private let bounds: ControlGroups.Bounds

    /// Makes the group in each of these folders. If one cannot be made, it removes the others and throws the reason.
    init(at groups: [ControlGroupFolder], within bounds: ControlGroups.Bounds) throws(ControlGroups.Unavailable) {
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

    /// Changes the limits. If the kernel refuses them, the old ones stay.
    func bound(to bounds: ControlGroups.Bounds) {
        guard bounds != self.bounds else { return }
        for group in groups { try? group.bound(to: bounds) }
    }

    /// Closes the entrances: no other process enters the group.
    func shut() {
        for file in entrances { close(file) }
    }

    /// Whether the kernel killed a process of the group because the memory limit was reached.
    var ranOutOfMemory: Bool {
        groups.contains { group in
            ["memory.oom_control", "memory.events"].contains { name in
                KernelFile.lines(of: "\(group.path)/\(name)").contains {
                    $0.hasPrefix("oom_kill ") && $0 != "oom_kill 0"
                }
            }
        }
    }

    /// Removes the group when all its processes have ended, which may be after this call.
    func remove() {
        let groups = groups
        ControlGroups.queue.async { for group in groups where !group.remove() { group.removeWhenEmpty() } }
    }
}
