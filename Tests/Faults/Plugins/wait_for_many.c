/*
 * expect: finished
 * needs: sandbox
 * says: poll EINVAL
 * says: ppoll EINVAL
 * says: select EINVAL
 * says: pselect EINVAL
 * says: wide EINVAL
 * says: single OK
 * says: nap OK
 *
 * Waits for several files in one call. Such a call keeps the files open when their numbers are closed: dozens of threads could
 * hide thousands of epoll instances, sockets and pipes, which no count of descriptors finds.
 */
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/syscall.h>

#include "fault.h"

static void misbehave(void) {
    struct timeval nap = {0, 1000};
    struct timespec moment = {0, 1000};
    fd_set set;
    int file = eventfd(1, EFD_CLOEXEC);
    struct pollfd files[2] = {{file, POLLIN, 0}, {file, POLLIN, 0}};
    FD_ZERO(&set);
    FD_SET(file, &set);
    attempt("poll", poll(files, 2, 0));
    attempt("ppoll", ppoll(files, 2, &moment, NULL));
    attempt("select", select(file + 1, &set, NULL, NULL, &nap));
    attempt("pselect", pselect(file + 1, &set, NULL, NULL, &moment, NULL));
    attempt("wide", syscall(SYS_ppoll, files, 2 | 1ul << 32, &moment, NULL, 8));
    attempt("single", poll(files, 1, 0));
    attempt("nap", select(0, NULL, NULL, NULL, &nap));
}
