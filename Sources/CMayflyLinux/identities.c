/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "mayfly_sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* The kernel's interface, declared here because older C libraries do not have it (include/uapi/linux/mount.h). */
enum {
    OPEN_TREE = 428,
    MOVE_MOUNT = 429,
    MOUNT_SETATTR = 442,
    CLONE_TREE = 1,
    FROM_DESCRIPTOR = 4,
    READ_ONLY = 1,
    NO_SET_USER_ID = 2,
    NO_DEVICES = 4,
    NO_EXEC = 8,
    MAPPED = 0x100000
};

enum { STACK_BYTES = 16 * 1024 };

/* The C library's clone. Under its first name, the thread sanitizer treats it as fork. */
extern int __clone(int (*function)(void *), void *stack, int flags, void *argument, ...);

static int write_map(pid_t process, const char *name, const char *map) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)process, name);
    int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0) {
        return -errno;
    }
    int error = write(file, map, strlen(map)) < 0 ? -errno : 0;
    close(file);
    return error;
}

static int write_maps(pid_t process, const char *map) {
    int error = write_map(process, "uid_map", map);
    return error ? error : write_map(process, "gid_map", map);
}

int mayfly_enter_user_namespace(uint32_t worker) {
    char map[64], byte = 0;
    int ends[2], status = 0;
    pid_t self = getpid(), helper;
    snprintf(map, sizeof map, "0 0 1\n%u %u 1\n", worker, worker);
    if (pipe2(ends, O_CLOEXEC) < 0) {
        return -errno;
    }
    /* Only a process of the namespace above may map a second id. */
    helper = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (helper == 0) {
        close(ends[1]);
        _exit(read(ends[0], &byte, 1) == 1 ? -write_maps(self, map) : ECANCELED);
    }
    int error = helper < 0 || unshare(CLONE_NEWUSER) < 0 ? -errno : 0;
    if (!error && write(ends[1], &byte, 1) < 0) {
        error = -errno;
    }
    close(ends[0]);
    close(ends[1]);
    while (helper > 0 && waitpid(helper, &status, 0) < 0 && errno == EINTR) {
    }
    return error ? error : WIFEXITED(status) ? -WEXITSTATUS(status) : -EIO;
}

int mayfly_become(uint32_t user) {
    if (syscall(SYS_setgroups, 0, NULL) < 0 || syscall(SYS_setresgid, user, user, user) < 0 ||
        syscall(SYS_setresuid, user, user, user) < 0) {
        return -errno;
    }
    /* Otherwise the process could not open its own files in /proc, and the host could not measure it. */
    return prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) < 0 ? -errno : 0;
}

struct waiting {
    int pipe;
    pid_t parent;
};

/*
 * Shares the memory and the descriptors of a process with many threads: waits until the other end of the pipe is
 * closed, or until the process has ended, which closes nothing, and ends.
 */
static int wait_for_close(void *argument) {
    const struct waiting *waiting = argument;
    char byte;
    syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    if (syscall(SYS_getppid) == waiting->parent) {
        syscall(SYS_read, waiting->pipe, &byte, 1);
    }
    return 0;
}

int mayfly_mapping(uint32_t disk, uint32_t worker) {
    char map[64], path[64];
    int ends[2], found = -1, error = 0;
    sigset_t all, before;
    snprintf(map, sizeof map, "%u %u 1\n", disk, worker);
    char *stack = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED) {
        return -errno;
    }
    if (pipe2(ends, O_CLOEXEC) < 0) {
        error = -errno;
        munmap(stack, STACK_BYTES);
        return error;
    }
    /* A signal handler of this process must not run in the child. The child shares the descriptors: with a copy of the
       writing end it would wait for itself. */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int flags = CLONE_VM | CLONE_FILES | CLONE_NEWUSER | SIGCHLD;
    struct waiting waiting = {ends[0], getpid()};
    pid_t child = __clone(wait_for_close, stack + STACK_BYTES, flags, &waiting);
    error = child < 0 ? -errno : write_maps(child, map);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!error) {
        snprintf(path, sizeof path, "/proc/%d/ns/user", (int)child);
        found = open(path, O_RDONLY | O_CLOEXEC);
        error = found < 0 ? -errno : 0;
    }
    close(ends[1]);
    while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR) {
    }
    close(ends[0]);
    munmap(stack, STACK_BYTES);
    return error ? error : found;
}

int mayfly_mapped_mount(const char *path, uint32_t rules, int mapping) {
    const struct {
        uint64_t set, clear, propagation, users;
    } attributes = {
        .set = NO_SET_USER_ID | NO_DEVICES | MAPPED | (rules & MAYFLY_MOUNT_READ_ONLY ? READ_ONLY : 0) |
               (rules & MAYFLY_MOUNT_NO_EXEC ? NO_EXEC : 0),
        .users = (uint64_t)mapping,
    };
    int tree = (int)syscall(OPEN_TREE, AT_FDCWD, path, CLONE_TREE | O_CLOEXEC);
    if (tree < 0) {
        return -errno;
    }
    if (syscall(MOUNT_SETATTR, tree, "", AT_EMPTY_PATH, &attributes, sizeof attributes) < 0) {
        int error = -errno;
        close(tree);
        return error;
    }
    return tree;
}

int mayfly_mount_at(int mount, const char *at) {
    return syscall(MOVE_MOUNT, mount, "", AT_FDCWD, at, FROM_DESCRIPTOR) < 0 ? -errno : 0;
}
