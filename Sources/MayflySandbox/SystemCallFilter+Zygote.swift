internal import CSeccomp
internal import Glibc

extension SystemCallFilter {
    /// The filter of a zygote: the calls that make workers, and the calls of workers, because they inherit it. Nil if
    /// it cannot be compiled.
    ///
    /// It costs workers almost nothing: the kernel caches which calls all filters of a process allow for any arguments,
    /// and runs the filters only for the others. It refuses with an error instead of a signal; for a call that both
    /// filters refuse, the kernel takes the signal of the worker's own filter.
    static var zygotes: Self? {
        let names = allowed + metadata + links + allowedInPart + allowedForForks
        return Self(refusing: mayfly_seccomp_refuse(UInt16(EPERM)), allowing: names) { _ in }
    }

    /// None of these executes a program, opens a socket, enters an existing namespace, traces a process or signals
    /// another one.
    private static let allowedForForks = [
        "clone", "clone3", "dup2", "dup3", "sendmsg", "openat2", "mount", "mount_setattr", "move_mount", "umount2",
        "close_range", "setrlimit", "setpriority", "setgroups", "setresgid", "setresuid", "capset", "seccomp",
        "landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self",
    ]
}
