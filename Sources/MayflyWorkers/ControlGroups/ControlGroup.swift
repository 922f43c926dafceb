internal import Foundation
internal import MayflyLinux

/// The kernel's account and bounds of one worker: a folder in each hierarchy of control groups that this process may change.
///
/// The worker enters it before it does anything else; it goes with the worker.
package struct ControlGroup: Sendable {
    /// Its folders, one for each hierarchy.
    private(set) var places: [ControlGroupParent] = []
    /// The file of each through which a process enters it. They are this process's to close.
    private(set) var entrances: [Int32] = []
    private let bounds: ControlGroups.Bounds

    /// Makes it there; throws the reason, and leaves nothing, where that cannot be done.
    init(at places: [ControlGroupParent], within bounds: ControlGroups.Bounds) throws(ControlGroups.Unavailable) {
        self.bounds = bounds
        do throws(ControlGroups.Unavailable) {
            for place in places {
                try place.make()
                self.places.append(place)
                try place.bound(to: bounds)
                entrances.append(try place.entrance())
            }
        } catch {
            shut()
            remove()
            throw error
        }
    }

    /// Sets other bounds than it was made with. Where the kernel does not take them, those hold on.
    func bound(to bounds: ControlGroups.Bounds) {
        guard bounds != self.bounds else { return }
        for place in places { try? place.bound(to: bounds) }
    }

    /// Closes the ways in; nobody enters any more.
    func shut() {
        for file in entrances { close(file) }
    }

    /// Whether the kernel ended a process in it because its memory was used up.
    var ranOutOfMemory: Bool {
        places.contains { place in
            ["memory.oom_control", "memory.events"].contains { name in
                KernelFile.lines(of: "\(place.folder)/\(name)").contains {
                    $0.hasPrefix("oom_kill ") && $0 != "oom_kill 0"
                }
            }
        }
    }

    /// Takes it away, once all in it have ended; after this call.
    func remove() {
        let places = places
        ControlGroups.queue.async { for place in places where !place.remove() { place.removeWhenEmpty() } }
    }
}
