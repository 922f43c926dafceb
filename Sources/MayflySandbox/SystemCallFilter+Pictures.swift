internal import CSeccomp
internal import Glibc

extension SystemCallFilter {
    /// The filter of a process that converts one picture: it reads and writes the descriptors that it was given, and
    /// has memory. It cannot open, make or start anything. Nil if the filter cannot be compiled.
    static var pictures: Self? {
        Self(refusing: mayfly_seccomp_refuse(UInt16(EPERM)), allowing: allowedForPictures) { filter in
            // No memory can be made executable: the third argument is the protection.
            for name in ["mmap", "mprotect"] { allow(name, when: .masked(2, UInt64(PROT_EXEC), 0), in: filter) }
            allowSignals(in: filter)
        }
    }

    /// The calls for signals are those of `abort`, with which a process ends itself after an internal error.
    private static let allowedForPictures = [
        "read", "write", "brk", "munmap", "mremap", "madvise", "futex", "getrandom", "clock_gettime", "sched_yield",
        "restart_syscall", "rt_sigprocmask", "rt_sigaction", "rt_sigreturn", "getpid", "gettid", "exit", "exit_group",
    ]
}
