internal import CSeccomp
internal import Glibc

extension SystemCallFilter {
    /// That of a process that converts one picture: it reads and writes what it was given, and has memory. Nothing can be
    /// opened, made, started or asked for. Nil where libseccomp or the kernel cannot.
    static var pictures: Self? {
        Self(refusing: mayfly_seccomp_refuse(UInt16(EPERM)), allowing: allowedForPictures) { filter in
            // No memory becomes a program: the third argument is the protection.
            for name in ["mmap", "mprotect"] {
                let call = seccomp_syscall_resolve_name(name)
                _ = mayfly_seccomp_allow_masked(filter, call, 2, UInt64(PROT_EXEC), 0)
            }
        }
    }

    /// The signals are those by which a process ends itself when it finds itself damaged.
    private static let allowedForPictures = [
        "read", "write", "brk", "munmap", "mremap", "madvise", "futex", "getrandom", "clock_gettime", "sched_yield",
        "restart_syscall", "rt_sigprocmask", "rt_sigaction", "rt_sigreturn", "getpid", "gettid", "tgkill", "exit",
        "exit_group",
    ]
}
