/*
 * expect: watches
 *
 * Watches files under many numbers: each file moves from number to number, and each epoll instance keeps a watch for each of them.
 * All programs of a user share a limited number of watches.
 */
#include <sys/epoll.h>
#include <sys/eventfd.h>

#include "fault.h"

enum { most = 1024 };
static int files[most], is_file[most], count;

static void watch_all(int instance) {
    for (int i = 0; i < count; i++) {
        struct epoll_event event = {.events = EPOLLIN};
        if (is_file[i]) {
            epoll_ctl(instance, EPOLL_CTL_ADD, files[i], &event);
        }
    }
}

/* Each file gets the number of the one before it. */
static void move(void) {
    int first = dup(files[0]), kind = is_file[0];
    for (int i = 0; i + 1 < count; i++) {
        dup2(files[i + 1], files[i]);
        is_file[i] = is_file[i + 1];
    }
    dup2(first, files[count - 1]);
    is_file[count - 1] = kind;
    close(first);
}

static void misbehave(void) {
    for (; count < most; count++) {
        is_file[count] = count % 2;
        files[count] = is_file[count] ? eventfd(0, 0) : epoll_create1(0);
        if (files[count] < 0) {
            break;
        }
    }
    close(files[--count]);
    for (int moves = 0; moves < count; moves++) {
        for (int i = 0; i < count; i++) {
            if (!is_file[i]) {
                watch_all(files[i]);
            }
        }
        move();
    }
    pause();
}
