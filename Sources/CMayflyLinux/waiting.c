/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "mayfly_linux.h"

#include <errno.h>
#include <sched.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>

int64_t mayfly_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_BOOTTIME, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int mayfly_wake_on_time(void) { return prctl(PR_SET_TIMERSLACK, 1UL, 0, 0, 0) < 0 ? -errno : 0; }

/* Where the kernel knows milliseconds only: rounded up, since to wake before a deadline would only mean to wait again. */
static int wait_roughly(int epoll, struct epoll_event *events, int wanted, int64_t timeout) {
    const int64_t most = 1000000;
    int64_t milliseconds = timeout / 1000000 + (timeout % 1000000 > 0);
    return epoll_wait(epoll, events, wanted, timeout < 0 ? -1 : (int)(milliseconds < most ? milliseconds : most));
}

int mayfly_epoll_wait(int epoll, uint64_t *tags, int capacity, int64_t timeout) {
    struct epoll_event events[64];
    int wanted = capacity < 64 ? capacity : 64, count;
    if (timeout <= 0) {
        count = epoll_wait(epoll, events, wanted, timeout < 0 ? -1 : 0);
    } else {
        struct timespec time = {.tv_sec = (time_t)(timeout / 1000000000), .tv_nsec = (long)(timeout % 1000000000)};
        count = epoll_pwait2(epoll, events, wanted, &time, NULL);
        if (count < 0 && errno == ENOSYS) {
            count = wait_roughly(epoll, events, wanted, timeout);
        }
    }
    if (count < 0) {
        return errno == EINTR ? 0 : -errno;
    }
    for (int i = 0; i < count; i++) {
        tags[i] = events[i].data.u64;
    }
    return count;
}

/* Between two looks: the processor rests, and whoever is to send finds the socket free. */
static void rest(void) {
    for (int i = 0; i < 4; i++) {
#if defined(__x86_64__)
        __builtin_ia32_pause();
#elif defined(__aarch64__)
        __asm__ volatile("yield");
#endif
    }
}

int mayfly_epoll_look(int epoll, uint64_t *tags, int capacity, int64_t time) {
    int64_t end = mayfly_now() + time;
    for (;;) {
        int count = mayfly_epoll_wait(epoll, tags, capacity, 0);
        if (count != 0 || mayfly_now() >= end) {
            return count;
        }
        rest();
    }
}

ssize_t mayfly_read_soon(int fd, void *bytes, size_t capacity, int64_t time) {
    int64_t end = mayfly_now() + time;
    for (;;) {
        ssize_t count = recv(fd, bytes, capacity, MSG_DONTWAIT);
        if (count >= 0) {
            return count;
        }
        if ((errno != EAGAIN && errno != EINTR) || mayfly_now() >= end) {
            return -errno;
        }
        rest();
    }
}

int mayfly_processors(void) {
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) < 0 ? 1 : CPU_COUNT(&set);
}
