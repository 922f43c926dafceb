/*
 * expect: watches
 *
 * Watches many files with many epoll instances: each instance keeps a watch for each file. All programs of a user share a limited
 * number of watches.
 */
#include <sys/epoll.h>
#include <sys/eventfd.h>

#include "fault.h"

enum { HALF = 24 };

static void misbehave(void) {
    int files[HALF], instances[HALF];
    struct epoll_event event = {.events = EPOLLIN};
    for (int i = 0; i < HALF; i++) {
        files[i] = eventfd(0, 0);
        instances[i] = epoll_create1(0);
    }
    for (int i = 0; i < HALF * HALF; i++) {
        epoll_ctl(instances[i % HALF], EPOLL_CTL_ADD, files[i / HALF], &event);
    }
    /* Uses processor time: watches are counted from time to time. */
    for (;;) {
        epoll_ctl(instances[0], EPOLL_CTL_MOD, files[0], &event);
    }
}
