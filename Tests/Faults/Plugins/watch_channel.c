/*
 * expect: finished
 * needs: sandbox
 * says: input EPERM
 * says: output EPERM
 * says: errors EPERM
 * says: control EPERM
 * says: completions EPERM
 * says: wide EPERM
 * says: own OK
 *
 * Watches its ends of the sockets and the pipe that it shares with the host. Each read of the host would walk all watches of the
 * socket, in the host's time: with ten thousands of them, the event loop would be busy with a few small frames.
 */
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>

#include "wire.h"

static void misbehave(void) {
    static const char *const names[] = {"input", "output", "errors", "control", "completions"};
    int instance = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event event = {.events = EPOLLOUT};
    for (int i = 0; i <= COMPLETIONS; i++) {
        attempt(names[i], epoll_ctl(instance, EPOLL_CTL_ADD, i, &event));
    }
    attempt("wide", syscall(SYS_epoll_ctl, instance, EPOLL_CTL_ADD, CONTROL | 1ul << 32, &event));
    int number = eventfd(0, EFD_CLOEXEC);
    while (number >= 0 && number < 40) {
        if (epoll_ctl(instance, EPOLL_CTL_ADD, number, &event) < 0) {
            break;
        }
        number = eventfd(0, EFD_CLOEXEC);
    }
    attempt("own", number >= 40 ? 0 : -1);
}
