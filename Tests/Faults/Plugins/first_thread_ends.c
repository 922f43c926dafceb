/*
 * expect: protocolViolation reason=first thread
 * steps: misbehave wait
 *
 * Another thread has the first thread end while it waits for the next callback. The kernel then reports neither memory nor locks of
 * the process any more, and the process goes on. Without an end by the host it exits.
 */
#include <sys/syscall.h>

#include "fault.h"

static void leave(int number) {
    (void)number;
    syscall(SYS_exit, 0);
}

static void *end_first(void *argument) {
    usleep(50000);
    syscall(SYS_tgkill, getpid(), getpid(), SIGUSR1);
    sleep(60);
    _exit(3);
    return argument;
}

static void misbehave(void) {
    pthread_t thread;
    signal(SIGUSR1, leave);
    pthread_create(&thread, NULL, end_first, NULL);
}
