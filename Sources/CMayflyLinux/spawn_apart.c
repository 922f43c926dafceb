/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "mayfly_sandbox.h"

#include "inheritance.h"
#include "limits.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STACK_BYTES = 64 * 1024, MAP_BYTES = 40, SIGNALS = 64 };

/* The C library's clone. Under its first name, the thread sanitizer treats it as fork, and works on in the child. */
extern int __clone(int (*function)(void *), void *stack, int flags, void *argument, ...);

/*
 * All that the child needs, made before the child: it shares the memory of a process with many threads, and may only
 * make system calls.
 */
struct start {
    const char *read_only;
    /* Whether the program is confined: by these rules of Landlock and these limits. */
    int is_confined;
    int rules;
    limit_row limits[LIMIT_ROWS];
    const char *path;
    char *const *arguments;
    char *const *environment;
    const mayfly_inherit *inherit;
    const inheritance *files;
    int has_user_namespace;
    char users[MAP_BYTES];
    char groups[MAP_BYTES];
    int error;
};

/*
 * The functions up to `child` make raw system calls only. Sanitizers or an embedder may replace functions of the C
 * library by others, which write to memory; here, that is the memory of the parent.
 */
static int write_file(const char *path, const char *text) {
    long file = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CLOEXEC);
    if (file < 0) {
        return -1;
    }
    long written = syscall(SYS_write, file, text, strlen(text));
    int error = errno;
    syscall(SYS_close, file);
    errno = error;
    return written < 0 ? -1 : 0;
}

/* Without a map, the user has no id in the namespace, and cannot make another user namespace. */
static int map_user(const struct start *start) {
    return write_file("/proc/self/setgroups", "deny") < 0 || write_file("/proc/self/uid_map", start->users) < 0 ||
                   write_file("/proc/self/gid_map", start->groups) < 0
               ? -1
               : 0;
}

/* In a mount namespace of its own, a mount of the path at itself, which is read-only. */
static int make_read_only(const char *path) {
    const struct { uint64_t set, clear, propagation, users; } attributes = {.set = 1}; /* MOUNT_ATTR_RDONLY */
    enum { MOUNT_SETATTR = 442, RECURSIVE = 0x8000 };
    return syscall(SYS_mount, NULL, "/", NULL, MS_PRIVATE | MS_REC, NULL) < 0 ||
                   syscall(SYS_mount, path, path, NULL, MS_BIND | MS_REC, NULL) < 0 ||
                   syscall(MOUNT_SETATTR, AT_FDCWD, path, RECURSIVE, &attributes, sizeof attributes) < 0
               ? -1
               : 0;
}

/* What the program and its children cannot undo. The descriptor of the rules is used before others take its number. */
static int confine(const struct start *start) {
    if (syscall(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ||
        syscall(SYS_landlock_restrict_self, start->rules, 0) < 0) {
        return -1;
    }
    for (size_t i = 0; i < LIMIT_ROWS; i++) {
        if (syscall(SYS_prlimit64, 0, start->limits[i].resource, &start->limits[i].value, NULL) < 0) {
            return -1;
        }
    }
    return 0;
}

static int child(void *argument) {
    struct start *start = argument;
    /* The kernel's forms of the default action and of an empty set of signals are both zeros. */
    const uint64_t none[8] = {0};
    for (int number = 1; number <= SIGNALS; number++) {
        syscall(SYS_rt_sigaction, number, none, NULL, SIGNALS / 8);
    }
    int failed = syscall(SYS_setpgid, 0, 0) < 0 || (start->has_user_namespace && map_user(start) < 0) ||
                 (start->read_only && make_read_only(start->read_only) < 0) ||
                 (start->is_confined && confine(start) < 0);
    for (size_t i = 0; i < start->files->count && !failed; i++) {
        failed = syscall(SYS_dup3, start->files->moved[i], start->inherit[i].to, 0) < 0;
    }
    if (!failed && syscall(SYS_close_range, start->files->highest + 1, ~0u, 0) == 0) {
        syscall(SYS_rt_sigprocmask, SIG_SETMASK, none, NULL, SIGNALS / 8);
        syscall(SYS_execve, start->path, start->arguments, start->environment);
    }
    start->error = errno;
    return 127;
}

/* Makes the child and waits until it has executed the program or failed: 0 or -errno. */
static int run(struct start *start, uint32_t namespaces, pid_t *pid, int *pidfd) {
    sigset_t all, before;
    int flags = CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD;
    char *stack = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED) {
        return -errno;
    }
    flags |= namespaces & MAYFLY_NS_USER ? CLONE_NEWUSER : 0;
    flags |= namespaces & MAYFLY_NS_PID ? CLONE_NEWPID : 0;
    flags |= namespaces & MAYFLY_NS_MOUNT ? CLONE_NEWNS : 0;
    flags |= namespaces & MAYFLY_NS_NETWORK ? CLONE_NEWNET : 0;
    flags |= namespaces & MAYFLY_NS_IPC ? CLONE_NEWIPC : 0;
    /* A signal handler of this process must not run in the child, which shares its memory. */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    *pid = __clone(child, stack + STACK_BYTES, flags, start, pidfd);
    int error = *pid < 0 ? errno : start->error;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    munmap(stack, STACK_BYTES);
    if (*pid > 0 && error) {
        waitpid(*pid, NULL, 0);
        close(*pidfd);
    }
    return -error;
}

/* Fills in what is the same for every program, and starts it: 0 or -errno. */
static int spawn(struct start *start, uint32_t namespaces, pid_t *pid, int *pidfd, size_t inherit_count) {
    inheritance files;
    int error = move_sources(&files, start->inherit, inherit_count);
    start->files = &files;
    start->has_user_namespace = (namespaces & MAYFLY_NS_USER) != 0;
    snprintf(start->users, sizeof start->users, "%u %u 1", geteuid(), geteuid());
    snprintf(start->groups, sizeof start->groups, "%u %u 1", getegid(), getegid());
    error = error ? error : run(start, namespaces, pid, pidfd);
    let_go(&files);
    return error;
}

int mayfly_spawn_apart(pid_t *pid, int *pidfd, uint32_t namespaces, const char *read_only, const char *path,
                       char *const arguments[], char *const environment[], const mayfly_inherit *inherit,
                       size_t inherit_count) {
    struct start start = {
        .read_only = read_only, .path = path, .arguments = arguments, .environment = environment, .inherit = inherit};
    return spawn(&start, namespaces, pid, pidfd, inherit_count);
}

int mayfly_spawn_confined(pid_t *pid, int *pidfd, uint32_t namespaces, int rules, const mayfly_limits *limits,
                          const char *path, char *const arguments[], char *const environment[],
                          const mayfly_inherit *inherit, size_t inherit_count) {
    struct start start = {.is_confined = 1,
                          .rules = rules,
                          .path = path,
                          .arguments = arguments,
                          .environment = environment,
                          .inherit = inherit};
    int error = limit_rows(limits, start.limits);
    return error ? error : spawn(&start, namespaces, pid, pidfd, inherit_count);
}
