/*
 * expect: finished
 * needs: sandbox
 * says: dup EPERM
 * says: dup2 EPERM
 * says: dup3 EPERM
 * says: F_DUPFD EPERM
 * says: F_DUPFD_CLOEXEC EPERM
 * says: wide EPERM
 *
 * Gives an open file more numbers. An epoll instance watches a file under each of its numbers, so that with dozens of instances a
 * file would have ten thousands of watches. pass_descriptors.c sends files in messages.
 */
#include <sys/syscall.h>

#include "wire.h"

static void misbehave(void) {
    attempt("dup", dup(CONTROL));
    attempt("dup2", dup2(CONTROL, 40));
    attempt("dup3", dup3(CONTROL, 41, O_CLOEXEC));
    attempt("F_DUPFD", fcntl(CONTROL, F_DUPFD, 0));
    attempt("F_DUPFD_CLOEXEC", fcntl(CONTROL, F_DUPFD_CLOEXEC, 0));
    attempt("wide", syscall(SYS_fcntl, CONTROL, F_DUPFD | 1ul << 32, 0));
}
