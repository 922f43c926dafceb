/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "mayfly_linux.h"

#include <errno.h>
#include <sched.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <time.h>

static int64_t nanoseconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t mayfly_now(void) { return nanoseconds(CLOCK_MONOTONIC); }

int64_t mayfly_thread_time(void) { return nanoseconds(CLOCK_THREAD_CPUTIME_ID); }

int mayfly_timer(void) {
    int fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    return fd < 0 ? -errno : fd;
}

int mayfly_set_timer(int timer, int64_t moment) {
    /* A time of zero would disarm the timer. */
    int64_t time = moment > 0 ? moment : 1;
    struct itimerspec due = {.it_value = {.tv_sec = (time_t)(time / 1000000000), .tv_nsec = (long)(time % 1000000000)}};
    return timerfd_settime(timer, TFD_TIMER_ABSTIME, &due, NULL) < 0 ? -errno : 0;
}

int mayfly_epoll_wait(int epoll, uint64_t *tags, int capacity, int sleeps) {
    struct epoll_event events[64];
    int wanted = capacity < 64 ? capacity : 64;
    int count = epoll_wait(epoll, events, wanted, sleeps ? -1 : 0);
    if (count < 0) {
        return errno == EINTR ? 0 : -errno;
    }
    for (int i = 0; i < count; i++) {
        tags[i] = events[i].data.u64;
    }
    return count;
}

/* A poll that takes longer than this, in nanoseconds, was interrupted: another thread had the processor. */
static const int64_t interruption = 2000;

/*
 * Lets another thread of this processor run before the next poll, for example the one that is waited for. Returns 0 when
 * polling has to stop: the time has passed, or another thread has taken this processor.
 */
static int poll_again(int64_t *last, int64_t end, int *undisturbed) {
    int64_t now = mayfly_now();
    if (now - *last > interruption) {
        *undisturbed = 0;
        return 0;
    }
    if (now >= end) {
        return 0;
    }
    sched_yield();
    *last = mayfly_now();
    /* The other thread was not the one that is waited for, or that one has more to do. */
    *undisturbed = *last < end;
    return 1;
}

int mayfly_epoll_spin(int epoll, uint64_t *tags, int capacity, int64_t time, int *undisturbed) {
    int64_t last = mayfly_now(), end = last + time;
    int count;
    *undisturbed = 1;
    do {
        count = mayfly_epoll_wait(epoll, tags, capacity, 0);
    } while (count == 0 && poll_again(&last, end, undisturbed));
    *undisturbed = *undisturbed && mayfly_now() - last <= interruption;
    return count;
}

ssize_t mayfly_read_soon(int fd, void *bytes, size_t capacity, int64_t time, int *undisturbed) {
    int64_t last = mayfly_now(), end = last + time;
    ssize_t count;
    *undisturbed = 1;
    do {
        count = recv(fd, bytes, capacity, MSG_DONTWAIT);
    } while (count < 0 && (errno == EAGAIN || errno == EINTR) && poll_again(&last, end, undisturbed));
    *undisturbed = *undisturbed && mayfly_now() - last <= interruption;
    return count < 0 ? -EAGAIN : count;
}

int mayfly_processors(void) {
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) < 0 ? 1 : CPU_COUNT(&set);
}
