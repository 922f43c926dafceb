internal import CSeccomp
internal import Glibc

extension SystemCallFilter {
    /// That of a zygote: what makes workers, and what these may do, because they inherit it. Nil where libseccomp or the kernel
    /// cannot.
    ///
    /// It costs workers next to nothing: the kernel keeps a table of the calls that all filters of a process let pass whatever
    /// their arguments are, and runs both filters only for those whose arguments count. What it refuses is an error and no signal, which gives way to the workers' own answer.
    static var zygotes: Self? {
        Self(refusing: mayfly_seccomp_refuse(UInt16(EPERM)), allowing: allowed + allowedInPart + allowedForForks) {
            _ in
        }
    }

    /// No program is executed, no socket opened but pairs, no namespace entered, nobody traced and no process sent a signal.
    private static let allowedForForks = [
        "clone", "clone3", "sendmsg", "mount", "umount2", "close_range", "setrlimit", "capset", "seccomp",
        "landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self",
    ]
}
