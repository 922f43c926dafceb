/*
 * expect: hostTime | exited status=7
 * steps: misbehave wait
 *
 * Makes each read of the host slow: the control socket has twenty thousand watches, which each read walks in the kernel. No count of
 * descriptors finds them, because a thread that waits keeps their instances open. Then it sends small frames, one at a time. The host
 * must charge each of these reads to the extension, however few bytes it brings.
 *
 * The sandbox refuses more numbers for the socket: then it exits with 7.
 */
#include <linux/sockios.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <time.h>

#include "wire.h"

enum { INSTANCES = 100, NUMBERS = 200, FIRST = 400 };
static struct pollfd instances[INSTANCES];

static void nap(long milliseconds) {
    struct timespec time = {0, milliseconds * 1000000};
    nanosleep(&time, NULL);
}

/* A busy host would read several frames at once. */
static void wait_until_read(void) {
    int unread = 1;
    while (unread > 0) {
        nap(1);
        if (ioctl(CONTROL, SIOCOUTQ, &unread) != 0) {
            _exit(9);
        }
    }
}

static void *hold(void *nothing) {
    poll(instances, INSTANCES, -1);
    return nothing;
}

static void misbehave(void) {
    pthread_t thread;
    for (int i = 0; i < INSTANCES; i++) {
        instances[i].fd = epoll_create1(EPOLL_CLOEXEC);
    }
    pthread_create(&thread, NULL, hold, NULL);
    nap(100);
    for (int i = 0; i < NUMBERS; i++) {
        if (dup2(CONTROL, FIRST + i) < 0) {
            _exit(7);
        }
    }
    for (int i = INSTANCES - 1; i >= 0; i--) {
        struct epoll_event event = {.events = EPOLLOUT};
        for (int j = 0; j < NUMBERS; j++) {
            epoll_ctl(instances[i].fd, EPOLL_CTL_ADD, FIRST + j, &event);
        }
        close(instances[i].fd);
    }
    for (int i = 0; i < 4000; i++) {
        logger->log(host, MAYFLY_LOG_DEBUG, mayfly_text("x"));
        wait_until_read();
    }
    _exit(8);
}
