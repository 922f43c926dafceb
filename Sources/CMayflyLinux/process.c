/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "inheritance.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef P_PIDFD
#define P_PIDFD 3
#endif

int mayfly_pidfd_open(pid_t pid) {
    int fd = (int)syscall(SYS_pidfd_open, pid, 0);
    return fd < 0 ? -errno : fd;
}

int mayfly_pidfd_signal(int pidfd, int signal_number) {
    return syscall(SYS_pidfd_send_signal, pidfd, signal_number, NULL, 0) < 0 ? -errno : 0;
}

int mayfly_has_ended(int pidfd, int milliseconds) {
    struct pollfd end = {.fd = pidfd, .events = POLLIN};
    return poll(&end, 1, milliseconds) == 1;
}

int mayfly_reap(int pidfd, mayfly_exit *result) {
    siginfo_t info;
    struct rusage usage;
    info.si_pid = 0;
    /* The raw call, because the C library's waitid does not return the resource usage. */
    if (syscall(SYS_waitid, P_PIDFD, pidfd, &info, WEXITED | WNOHANG, &usage) < 0) {
        return -errno;
    }
    if (info.si_pid == 0) {
        return 0;
    }
    result->exited = info.si_code == CLD_EXITED;
    result->status = info.si_status;
    result->cpu_microseconds = (int64_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000 +
                               usage.ru_utime.tv_usec + usage.ru_stime.tv_usec;
    result->peak_kib = usage.ru_maxrss;
    return 1;
}

pid_t mayfly_ended_child(pid_t group) {
    siginfo_t info;
    info.si_pid = 0;
    return waitid(P_PGID, (id_t)group, &info, WEXITED | WNOHANG | WNOWAIT) < 0 ? -errno : info.si_pid;
}

void mayfly_forget_child(pid_t child) {
    siginfo_t info;
    (void)waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG);
}

int mayfly_die_with_parent(pid_t parent) {
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0) {
        return -errno;
    }
    /* The parent may have ended before the call above took effect. */
    return getppid() == parent ? 0 : -ESRCH;
}

int mayfly_die_with_host(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 ? -errno : 0; }

int mayfly_spawn(pid_t *pid, const char *path, char *const arguments[], char *const environment[],
                 const mayfly_inherit *inherit, size_t inherit_count) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    inheritance files;
    /* The copies of the sources are closed by closefrom below. */
    int error = -move_sources(&files, inherit, inherit_count);
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    for (size_t i = 0; i < inherit_count && !error; i++) {
        error = posix_spawn_file_actions_adddup2(&actions, files.moved[i], inherit[i].to);
    }
    if (!error) {
        error = posix_spawn_file_actions_addclosefrom_np(&actions, files.highest + 1);
    }
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    if (!error) {
        error = posix_spawn(pid, path, &actions, &attributes, arguments, environment);
    }
    let_go(&files);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return -error;
}

int mayfly_spawn_here(pid_t *pid, char *const arguments[], char *const environment[], const char *folder) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    int error;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    error = posix_spawn_file_actions_addchdir_np(&actions, folder);
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    if (!error) {
        error = posix_spawnp(pid, arguments[0], &actions, &attributes, arguments, environment);
    }
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return -error;
}

struct thread_start {
    void (*body)(void *argument);
    void *argument;
};

static void *run_thread(void *start) {
    struct thread_start own = *(struct thread_start *)start;
    free(start);
    own.body(own.argument);
    return NULL;
}

int mayfly_start_thread(void (*body)(void *argument), void *argument) {
    static const int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS};
    struct thread_start *start = malloc(sizeof *start);
    pthread_t thread;
    sigset_t all, before;
    int error;
    if (!start) {
        return -ENOMEM;
    }
    start->body = body;
    start->argument = argument;
    /* The new thread inherits this mask, so that other signals go to the threads that expect them. Signals of faults
       are not blocked: a fault whose signal is blocked ends the process without calling its handler. */
    sigfillset(&all);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        sigdelset(&all, faults[i]);
    }
    pthread_sigmask(SIG_SETMASK, &all, &before);
    error = pthread_create(&thread, NULL, run_thread, start);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error) {
        free(start);
        return -error;
    }
    pthread_detach(thread);
    return 0;
}

void mayfly_stop(void) {
    struct sigaction standard = {.sa_handler = SIG_DFL}, before;
    sigset_t stop;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    sigaction(SIGTSTP, &standard, &before);
    /* For this thread, so that it does not go on before the process is stopped. */
    raise(SIGTSTP);
    pthread_sigmask(SIG_UNBLOCK, &stop, NULL);
    pthread_sigmask(SIG_BLOCK, &stop, NULL);
    sigaction(SIGTSTP, &before, NULL);
}

void mayfly_name_process(const char *name) { prctl(PR_SET_NAME, name); }

pid_t mayfly_thread_id(void) { return (pid_t)syscall(SYS_gettid); }

int mayfly_random(void *bytes, size_t count) { return getentropy(bytes, count) < 0 ? -errno : 0; }

void mayfly_buffer_output_by_line(void) { setvbuf(stdout, NULL, _IOLBF, 0); }
