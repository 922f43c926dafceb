/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "mayfly_sandbox.h"

#include <errno.h>
#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static uint64_t clone_flags(uint32_t namespaces) {
    return (namespaces & MAYFLY_NS_USER ? CLONE_NEWUSER : 0) | (namespaces & MAYFLY_NS_MOUNT ? CLONE_NEWNS : 0) |
           (namespaces & MAYFLY_NS_NETWORK ? CLONE_NEWNET : 0) | (namespaces & MAYFLY_NS_IPC ? CLONE_NEWIPC : 0) |
           (namespaces & MAYFLY_NS_UTS ? CLONE_NEWUTS : 0) | (namespaces & MAYFLY_NS_PID ? CLONE_NEWPID : 0);
}

int mayfly_enter_namespaces(uint32_t namespaces) { return unshare((int)clone_flags(namespaces)) < 0 ? -errno : 0; }

pid_t mayfly_fork(uint32_t namespaces, int beside, int *pidfd) {
    struct clone_args arguments;
    memset(&arguments, 0, sizeof arguments);
    arguments.flags = CLONE_PIDFD | clone_flags(namespaces) | (beside ? CLONE_PARENT : 0);
    arguments.pidfd = (uint64_t)(uintptr_t)pidfd;
    arguments.exit_signal = beside ? 0 : SIGCHLD;
    long child = syscall(SYS_clone3, &arguments, sizeof arguments);
    return child < 0 ? -errno : (pid_t)child;
}

static int act_apart(void *act) { return -(*(int (**)(void))act)(); }

int mayfly_try_apart(uint32_t namespaces, int (*act)(void)) {
    static char stack[65536] __attribute__((aligned(16)));
    int flags = (int)clone_flags(namespaces) | CLONE_VM | CLONE_VFORK | SIGCHLD;
    pid_t child = clone(act_apart, stack + sizeof stack, flags, &act);
    int status = 0;
    if (child < 0) {
        return -errno;
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? -WEXITSTATUS(status) : -EIO;
}
