internal import CMayflyLinux
internal import MayflyLinux

/// The children of this process that a zygote has forked without telling of them: it ended before, or no descriptor was left for
/// the answer. They end by themselves, because nobody has the other end of their links, and somebody must reap them.
struct LostChildren {
    /// All that a zygote forks stay in its process group.
    let zygote: Int32
    let loop: EventLoop

    private static let pause = Duration.milliseconds(100)

    /// Looks for them for some seconds. Call it on the loop.
    func reap(looks: Int = 50) {
        guard looks > 0 else { return }
        _ = loop.schedule(after: Self.pause) {
            let child = mayfly_ended_child(zygote)
            guard child >= 0 else { return }
            if child > 0, !Self.isKnown(child) { mayfly_forget_child(child) }
            reap(looks: looks - 1)
        }
    }

    /// Whether this process has a descriptor of the child, by which a worker is reaped; true if that cannot be learned.
    private static func isKnown(_ child: Int32) -> Bool {
        guard let names = OpenFolder("/proc/self/fdinfo")?.names() else { return true }
        return names.contains { KernelFile.line("Pid:\t\(child)", of: "/proc/self/fdinfo/\($0)") == "Pid:\t\(child)" }
    }
}
