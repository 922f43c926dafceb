/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "floor.h"

#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Like fork, in new namespaces. */
static pid_t fork_into(uint64_t namespaces) {
    struct clone_args arguments = {.flags = namespaces, .exit_signal = SIGCHLD};
    return (pid_t)syscall(SYS_clone3, &arguments, sizeof arguments);
}

/* Process 1 of the namespaces: makes the second process, which reports and waits as this one does. */
_Noreturn static void live(int pipe) {
    if (fork_into(0) == 0) {
        floor_write(pipe, "", 1);
    }
    for (;;) {
        pause();
    }
}

floor_life floor_namespaces(void) {
    uint64_t namespaces = CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS;
    int64_t begun = floor_now();
    floor_life life = {-1, -1};
    int ends[2];
    char byte;
    pid_t first;
    if (pipe(ends) < 0) {
        floor_fail("no pipe");
    }
    /* Only the superuser may make the others without a user namespace. */
    first = fork_into(geteuid() == 0 ? namespaces : namespaces | CLONE_NEWUSER);
    if (first == 0) {
        live(ends[1]);
    }
    close(ends[1]);
    if (first > 0) {
        floor_read(ends[0], &byte, 1);
        life.launch = floor_now() - begun;
        begun = floor_now();
        kill(first, SIGKILL);
        waitpid(first, NULL, 0);
        life.end = floor_now() - begun;
    }
    close(ends[0]);
    return life;
}
