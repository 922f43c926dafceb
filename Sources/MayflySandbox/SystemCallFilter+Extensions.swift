internal import CSeccomp
internal import Glibc

extension SystemCallFilter {
    /// The filter of extensions. Nil if it cannot be compiled.
    ///
    /// - Parameter hasRoot: false if an extension sees the host's files. Landlock rules alone do not keep it from
    ///   changing their modes and times, nor from learning where links lead, so the calls for that are refused, for its own
    ///   files too.
    static func extensions(hasRoot: Bool) -> Self? {
        // A refused call raises SIGSYS. The handler records the call and answers it with EPERM.
        Self(refusing: mayfly_seccomp_trap(), allowing: hasRoot ? allowed + metadata + links : allowed) { filter in
            addThreads(to: filter)
            addFiles(to: filter, hasRoot: hasRoot)
            addWaiting(to: filter)
            addMemory(to: filter)
            addOptions(to: filter)
            addHandlers(to: filter)
            addSockets(to: filter)
            addScheduling(to: filter)
            allowSignals(in: filter)
        }
    }

    /// Allows new threads as C libraries and runtimes make them, and refuses all others, and new processes. A thread with
    /// a descriptor table of its own would have a limit of descriptors of its own. `clone3` has its flags in memory,
    /// which a filter cannot read, so it is answered with ENOSYS, and the C library falls back to `clone`.
    ///
    /// A new process is refused with an error instead of a signal: the C library blocks all signals around the call,
    /// and while SIGSYS is blocked, it would end the process.
    private static func addThreads(to filter: scmp_filter_ctx) {
        allow("clone", when: .masked(0, ~optionalThreadFlags, threadFlags), in: filter)
        refuse("clone", with: EPERM, when: .masked(0, threadFlag, 0), in: filter)
        for name in ["fork", "vfork"] { refuse(name, with: EPERM, in: filter) }
        refuse("clone3", with: ENOSYS, in: filter)
    }

    /// Allows the use of files, except what has an effect outside the sandbox: leases and larger pipes (fcntl), and
    /// programs that run with the rights of their owner. Nor does an open file get a second number (F_DUPFD): see `addWaiting`.
    ///
    /// `splice` and `sendfile` put pages of files into pipes. A single byte holds a piece of the page cache of up to some MiB, which
    /// counts for nobody. They are answered with EINVAL, as for files that cannot be used so: programs then read and write.
    ///
    /// Files are read through the page cache (no O_DIRECT): copying its pages costs the extension processor time, and without it a few
    /// threads take all that a disk gives. It is answered with EINVAL, as for file systems that do not have it.
    ///
    /// `fallocate` could fill the disk between two checks of the folder, because it takes space without writing. It is
    /// answered with EOPNOTSUPP: the C library then writes zeros, which are counted.
    private static func addFiles(to filter: scmp_filter_ctx, hasRoot: Bool) {
        let commands = [F_GETFD, F_SETFD, F_GETFL, F_GETLK, F_SETLK, F_SETLKW] + pipeAndSeals
        for command in commands { allow("fcntl", when: .equals(1, UInt32(command)), in: filter) }
        allow("fcntl", when: .equals(1, UInt32(F_SETFL)), .masked(2, direct, 0), in: filter)
        refuse("fcntl", with: EINVAL, when: .equals(1, UInt32(F_SETFL)), .masked(2, direct, direct), in: filter)
        for command in openFileLocks { refuse("fcntl", with: EINVAL, when: .equals(1, UInt32(command)), in: filter) }
        refuse("fallocate", with: EOPNOTSUPP, in: filter)
        for name in ["splice", "sendfile"] { refuse(name, with: EINVAL, in: filter) }
        // No device, which RENAME_WHITEOUT would leave behind.
        allow("renameat2", when: .masked(4, whiteout, 0), in: filter)
        for (name, mode) in hasRoot ? modes + newModes : modes {
            let hasNoOwner = scmp_arg_cmp.masked(mode, UInt64(S_ISUID | S_ISGID), 0)
            guard let flags = openings[name] else {
                allow(name, when: hasNoOwner, in: filter)
                continue
            }
            allow(name, when: .masked(flags, direct, 0), hasNoOwner, in: filter)
            refuse(name, with: EINVAL, when: .masked(flags, direct, direct), in: filter)
        }
        guard !hasRoot else { return }
        // The answer for what is no link: the C library then takes a path as it is (realpath, man 3).
        for name in ["readlink", "readlinkat"] { refuse(name, with: EINVAL, in: filter) }
    }

    /// Refuses shared memory without a file: it stays allocated when the process releases its pages, and then no
    /// measurement of the process includes it. Refuses huge pages of the machine's pool, too, which no control group for memory
    /// counts.
    ///
    /// Memory that is executable was never writable, and never becomes so: it can only be mapped from a file, as the
    /// dynamic linker does. With a root of its own, other files than those of the system and of the bundle are on mounts without
    /// execution. Without one, a file of the private folder can be mapped, too: no filter can tell files apart.
    private static func addMemory(to filter: scmp_filter_ctx) {
        let (shared, anonymous) = (UInt64(MAP_SHARED), UInt64(MAP_ANONYMOUS))
        let (write, execute) = (UInt64(PROT_WRITE), UInt64(PROT_EXEC))
        let examined = shared | anonymous | hugePages
        for flags in [0, shared, anonymous] {
            let kind = scmp_arg_cmp.masked(3, examined, flags)
            allow("mmap", when: .masked(2, execute, 0), kind, in: filter)
        }
        let file = scmp_arg_cmp.masked(3, examined, 0)
        allow("mmap", when: .masked(2, execute | write, execute), file, in: filter)
        allow("mprotect", when: .masked(2, execute, 0), in: filter)
        addAdvice(to: filter)
    }

    /// Allows advice about memory (madvise, man 2) but MADV_HUGEPAGE and MADV_COLLAPSE: of a huge page, the memory of a process
    /// shows only what is mapped. They are answered as by a kernel without huge pages.
    ///
    /// Allowed are the numbers up to 13, 15 to 24, and MADV_GUARD_INSTALL and MADV_GUARD_REMOVE.
    private static func addAdvice(to filter: scmp_filter_ctx) {
        let lower = UInt64(UInt32.max)
        let allowed: [(fixed: UInt64, value: UInt64)] = [
            (lower - 7, 0), (lower - 3, 8), (lower - 1, 12), (lower, 15), (lower - 7, 16), (lower, 24),
            (lower - 1, 102),
        ]
        for part in allowed { allow("madvise", when: .masked(2, part.fixed, part.value), in: filter) }
        for advice: UInt32 in [14, 25] { refuse("madvise", with: EINVAL, when: .equals(2, advice), in: filter) }
    }

    /// Allows only some operations of prctl, arch_prctl, ioctl, getsockopt and prlimit64.
    private static func addOptions(to filter: scmp_filter_ctx) {
        for option in processOptions { allow("prctl", when: .equals(0, option), in: filter) }
        // ARCH_SET_GS, ARCH_SET_FS, ARCH_GET_FS and ARCH_GET_GS: the addresses of what a thread has for itself.
        allow("arch_prctl", when: .masked(0, UInt64(UInt32.max) - 7, 0x1000), in: filter)
        for request in requests { allow("ioctl", when: .equals(1, request), in: filter) }
        // The peer of the sockets is the host. An extension gets no pidfd of it.
        allow("getsockopt", when: .isBelow(2, peerDescriptor), in: filter)
        // Only the limits of the calling process.
        allow("prlimit64", when: .equals(0, 0), in: filter)
    }

    /// Allows handlers for all signals but SIGSYS, whose handler belongs to the black box: for numbers below it, from 32
    /// to 63, and 64. SIGSYS is 31 on each processor that Mayfly runs on.
    private static func addHandlers(to filter: scmp_filter_ctx) {
        let others: [scmp_arg_cmp] = [.isBelow(0, UInt64(SIGSYS)), .masked(0, ~31, 32), .masked(0, ~0, 64)]
        for condition in others { allow("rt_sigaction", when: condition, in: filter) }
    }

    /// Allows pairs of Unix sockets only, because a call for another family runs code of that family in the kernel. No
    /// message may have an address: a socket of a pair could send it to any socket of the machine that has a name. No
    /// message may be out of band: for those the kernel has code of its own, which extensions do not need.
    private static func addSockets(to filter: scmp_filter_ctx) {
        allow("socketpair", when: .equals(0, UInt32(AF_UNIX)), in: filter)
        allow("sendto", when: .masked(3, outOfBand, 0), .masked(4, ~0, 0), in: filter)
        for (name, flags) in receipts { allow(name, when: .masked(flags, outOfBand, 0), in: filter) }
    }

    /// Allows ordinary scheduling policies, for the calling thread only: the user's other processes and process 1 of the namespace
    /// have the same user, which is all that the kernel checks.
    ///
    /// A choice of processors is refused: to move a running thread is work of the kernel's own threads, which come before all others and
    /// are charged to nobody. Runtimes go on without it, so it is refused without a signal.
    private static func addScheduling(to filter: scmp_filter_ctx) {
        for policy in policies { allow("sched_setscheduler", when: .equals(0, 0), .equals(1, policy), in: filter) }
        refuse("sched_setaffinity", with: EPERM, in: filter)
    }

    /// The allowed options of prctl (man 2): queries, names of threads and of memory, timer slack and huge pages.
    /// Options that would hide from the host how much the process writes (PR_SET_DUMPABLE) or let it outlive the host
    /// are left out.
    ///
    /// These are PR_GET_PDEATHSIG, PR_GET_DUMPABLE, PR_SET_NAME, PR_GET_NAME, PR_GET_SECCOMP, PR_CAPBSET_READ,
    /// PR_SET_TIMERSLACK, PR_GET_TIMERSLACK, PR_GET_NO_NEW_PRIVS, PR_SET_THP_DISABLE, PR_GET_THP_DISABLE and
    /// PR_SET_VMA, which Swift does not see.
    private static let processOptions: [UInt32] = [2, 3, 15, 16, 21, 23, 29, 30, 39, 41, 42, 0x5356_4D41]

    /// The allowed requests of ioctl (man 2): whether a descriptor is a terminal, the size of the terminal, how much
    /// can be read, and the flags for closing on exec and for not blocking.
    ///
    /// TCGETS, TCGETS2, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX and FIOCLEX, which Swift does not see.
    private static let requests: [UInt32] = [0x5401, 0x802C_542A, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451]

    /// Calls that set the mode of a file, with the index of that argument.
    private static let modes: [(name: String, argument: UInt32)] = [
        ("mkdir", 1), ("mkdirat", 2), ("creat", 1), ("open", 2), ("openat", 3),
    ]

    /// Calls that open a file, with the index of their flags.
    private static let openings: [String: UInt32] = ["open": 1, "openat": 2]

    /// The same for files that exist already.
    private static let newModes: [(name: String, argument: UInt32)] = [("chmod", 1), ("fchmod", 1), ("fchmodat", 2)]

    /// Calls that receive one message, with the index of their flags.
    private static let receipts: [(name: String, flags: UInt32)] = [("recvfrom", 3), ("recvmsg", 2)]

    /// Calls that are allowed with some arguments only.
    static let allowedInPart =
        [
            "mmap", "mprotect", "madvise", "tgkill", "fcntl", "prctl", "ioctl", "getsockopt", "prlimit64",
            "rt_sigaction",
            "socketpair", "sendto", "sched_setscheduler", "epoll_ctl", "renameat2", "arch_prctl",
        ]
        + (modes + newModes).map(\.name) + receipts.map(\.name) + waits.map(\.name)

    /// F_OFD_GETLK, F_OFD_SETLK and F_OFD_SETLKW (fcntl, man 2), which Swift does not see. These locks remain when a descriptor of
    /// the file is closed, so the host could not count all of them. They are answered as by a kernel that does not have them.
    private static let openFileLocks: [Int32] = [36, 37, 38]
    /// F_GETPIPE_SZ, F_ADD_SEALS and F_GET_SEALS, likewise.
    private static let pipeAndSeals: [Int32] = [1032, 1033, 1034]

    /// O_DIRECT (open, man 2), likewise. It is another bit on each processor.
    #if arch(arm64)
        private static let direct: UInt64 = 0x1_0000
    #else
        private static let direct: UInt64 = 0x4000
    #endif

    /// RENAME_WHITEOUT (rename, man 2), likewise.
    private static let whiteout: UInt64 = 4

    /// SO_PEERPIDFD (socket, man 7), likewise. The options with higher numbers concern the memory of devices.
    private static let peerDescriptor: UInt64 = 77

    /// SCHED_OTHER, SCHED_BATCH and SCHED_IDLE (sched, man 7). The others are for real time.
    private static let policies: [UInt32] = [0, 3, 5]

    /// MAP_HUGETLB (mmap, man 2), which Swift does not see.
    private static let hugePages: UInt64 = 0x0004_0000

    /// MSG_OOB (send, man 2), which Swift does not see.
    private static let outOfBand: UInt64 = 1

    /// CLONE_THREAD (clone, man 2), which Swift does not see.
    private static let threadFlag: UInt64 = 0x0001_0000

    /// CLONE_VM, CLONE_FS, CLONE_FILES, CLONE_SIGHAND, CLONE_THREAD and CLONE_SYSVSEM, likewise: each thread of a process
    /// has them all.
    private static let threadFlags: UInt64 = 0x0005_0F00

    /// CLONE_SETTLS, CLONE_PARENT_SETTID, CLONE_CHILD_CLEARTID, CLONE_DETACHED, which the kernel ignores, and
    /// CLONE_CHILD_SETTID, likewise: glibc, musl and the runtime of Go use different ones.
    private static let optionalThreadFlags: UInt64 = 0x0178_0000

    /// Calls that extensions and the runtimes of C, C++, Rust and Swift need for computing, files and threads.
    ///
    /// Calls that use up a resource that all programs of the user share, or that reach these programs, are left out:
    /// messages with descriptors, watches of files, larger socket buffers, locks of whole files outside the sandbox. So are calls
    /// that give an open file a second number (dup, man 2).
    static let allowed =
        streams + files + memory + threads + knowledge
        + clocks + waiting + sockets + signals

    /// Open descriptors.
    private static let streams = [
        "read", "write", "readv", "writev", "pread64", "pwrite64", "preadv", "pwritev", "lseek", "close",
        "copy_file_range", "fadvise64", "pipe", "pipe2",
    ]

    /// Files and folders.
    private static let files = [
        "stat", "fstat", "lstat", "newfstatat", "statx", "access", "faccessat", "faccessat2",
        "getdents", "getdents64", "getcwd", "rmdir", "unlink", "unlinkat",
        "rename", "renameat", "link", "linkat", "symlink", "symlinkat", "ftruncate", "fsync",
        "fdatasync", "umask", "statfs", "fstatfs",
    ]

    /// Changes of files by their paths that no version of Landlock covers, or not the first ones.
    static let metadata = ["utimensat", "futimesat", "utime", "utimes", "truncate"]

    /// Where links lead: `getcwd` tells it of a link that was made the working folder. No version of Landlock covers these calls.
    static let links = ["readlink", "readlinkat", "chdir", "fchdir"]

    /// Memory.
    private static let memory = [
        "munmap", "mremap", "msync", "mincore", "brk", "mlock", "munlock",
        "membarrier",
    ]

    /// Threads: synchronization, scheduling and exit.
    private static let threads = [
        "rseq", "futex", "futex_waitv", "set_robust_list", "get_robust_list", "set_tid_address",
        "sched_yield", "sched_getaffinity", "sched_getparam", "sched_getscheduler", "sched_get_priority_max",
        "sched_get_priority_min", "getpriority", "exit", "exit_group", "wait4", "waitid",
    ]

    /// Information about the process and the machine.
    private static let knowledge = [
        "gettid", "getpid", "getppid", "getpgrp", "getpgid", "getsid", "getuid", "geteuid", "getgid", "getegid",
        "getresuid", "getresgid", "getgroups", "uname", "sysinfo", "getrandom", "getrlimit",
        "getrusage", "times",
    ]

    /// Clocks and timers. POSIX timers are left out: all workers of a zygote share one limit for them.
    private static let clocks = [
        "time", "gettimeofday", "clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep", "alarm",
        "setitimer", "getitimer", "timerfd_create", "timerfd_settime", "timerfd_gettime",
    ]

    /// Waiting for descriptors.
    private static let waiting = [
        "eventfd", "eventfd2", "epoll_create", "epoll_create1", "epoll_wait", "epoll_pwait",
        "epoll_pwait2",
    ]

    /// Sockets that are open already.
    private static let sockets = ["shutdown", "getsockname", "getpeername"]

    /// Signals to the process itself.
    private static let signals = [
        "rt_sigprocmask", "rt_sigreturn", "rt_sigpending", "rt_sigsuspend", "rt_sigtimedwait", "sigaltstack",
        "pause", "restart_syscall", "signalfd", "signalfd4",
    ]
}
